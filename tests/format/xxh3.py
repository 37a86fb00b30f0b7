"""XXH3-64 in plain Python, after its specification; slow, and only for checking files."""

MASK = (1 << 64) - 1
P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
PRIME_MX1, PRIME_MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)


def u32(data, at):
    return int.from_bytes(data[at:at + 4], "little")


def u64(data, at):
    return int.from_bytes(data[at:at + 8], "little")


def fold(a, b):
    product = a * b
    return (product ^ product >> 64) & MASK


def xorshift(value, shift):
    return value ^ value >> shift


def avalanche(h):
    return xorshift(xorshift(h & MASK, 37) * PRIME_MX1 & MASK, 32)


def avalanche64(h):
    h = xorshift(h & MASK, 33) * P64_2 & MASK
    return xorshift(xorshift(h, 29) * P64_3 & MASK, 32)


def rotate(value, bits):
    return (value << bits | value >> (64 - bits)) & MASK


def swap64(value):
    return int.from_bytes(value.to_bytes(8, "little"), "big")


def short(data, seed):
    n = len(data)
    if n > 8:
        low = u64(data, 0) ^ (u64(SECRET, 24) ^ u64(SECRET, 32)) + seed & MASK
        high = u64(data, n - 8) ^ (u64(SECRET, 40) ^ u64(SECRET, 48)) - seed & MASK
        return avalanche(n + swap64(low) + high + fold(low, high))
    if n >= 4:
        seed ^= int.from_bytes((seed & 0xFFFFFFFF).to_bytes(4, "little"), "big") << 32
        mixed = u32(data, n - 4) + (u32(data, 0) << 32)
        mixed ^= (u64(SECRET, 8) ^ u64(SECRET, 16)) - seed & MASK
        mixed ^= rotate(mixed, 49) ^ rotate(mixed, 24)
        mixed = mixed * PRIME_MX2 & MASK
        mixed ^= (mixed >> 35) + n
        return xorshift(mixed * PRIME_MX2 & MASK, 28)
    if n:
        mixed = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return avalanche64(mixed ^ (u32(SECRET, 0) ^ u32(SECRET, 4)) + seed & MASK)
    return avalanche64(seed ^ u64(SECRET, 56) ^ u64(SECRET, 64))


def mix16(data, at, secret_at, seed):
    return fold(u64(data, at) ^ u64(SECRET, secret_at) + seed & MASK,
                u64(data, at + 8) ^ u64(SECRET, secret_at + 8) - seed & MASK)


def medium(data, seed):
    n = len(data)
    acc = n * P64_1 & MASK
    if n <= 128:
        for i in range((n - 1) // 32, -1, -1):
            acc += mix16(data, 16 * i, 32 * i, seed)
            acc += mix16(data, n - 16 * (i + 1), 32 * i + 16, seed)
        return avalanche(acc)
    for i in range(8):
        acc += mix16(data, 16 * i, 16 * i, seed)
    acc = avalanche(acc)
    for i in range(8, n // 16):
        acc += mix16(data, 16 * i, 16 * (i - 8) + 3, seed)
    return avalanche(acc + mix16(data, n - 16, 136 - 17, seed))


def accumulate(acc, data, at, secret, secret_at):
    for i in range(8):
        value = u64(data, at + 8 * i)
        key = value ^ u64(secret, secret_at + 8 * i)
        acc[i ^ 1] = acc[i ^ 1] + value & MASK
        acc[i] = acc[i] + (key & 0xFFFFFFFF) * (key >> 32) & MASK


def long(data, seed):
    secret = b"".join((u64(SECRET, at) + seed & MASK).to_bytes(8, "little") +
                      (u64(SECRET, at + 8) - seed & MASK).to_bytes(8, "little")
                      for at in range(0, 192, 16))
    acc = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]
    stripes = (len(data) - 1) // 64
    for stripe in range(stripes):
        accumulate(acc, data, 64 * stripe, secret, 8 * (stripe % 16))
        if stripe % 16 == 15:
            for i in range(8):
                acc[i] = (xorshift(acc[i], 47) ^ u64(secret, 128 + 8 * i)) * P32_1 & MASK
    accumulate(acc, data, len(data) - 64, secret, 121)
    result = len(data) * P64_1
    for i in range(4):
        result += fold(acc[2 * i] ^ u64(secret, 11 + 16 * i), acc[2 * i + 1] ^ u64(secret, 19 + 16 * i))
    return avalanche(result)


def xxh3(data, seed=0):
    if len(data) <= 16:
        return short(data, seed)
    return medium(data, seed) if len(data) <= 240 else long(data, seed)
