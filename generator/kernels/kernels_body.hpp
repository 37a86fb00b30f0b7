// The kernels' code, compiled once for each instruction set: the including file defines
// PIPO_KERNELS_NAME and is compiled with that set's flags. Nothing here may be an inline function
// of another header, or the linker might pick that header's AVX-512 version for every processor;
// hence no standard library below.

#include "generator/kernels/kernels.hpp"

namespace pipo::PIPO_KERNELS_NAME {
namespace {

// As wide as the registers: wider ones would be split, and kept in memory between the parts.
#if defined(__AVX512BW__)
typedef std::int8_t Wide __attribute__((vector_size(64)));
#elif defined(__AVX2__)
typedef std::int8_t Wide __attribute__((vector_size(32)));
#else
typedef std::int8_t Wide __attribute__((vector_size(16)));
#endif
typedef std::int8_t Narrow __attribute__((vector_size(16)));
typedef std::int8_t Short __attribute__((vector_size(8)));

template <typename Vector>
inline Vector load(const std::int8_t* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof(Vector));
  return vector;
}
template <typename Vector>
inline void store(std::int8_t* to, Vector vector) {
  __builtin_memcpy(to, &vector, sizeof(Vector));
}

template <typename Vector>
inline Vector larger(Vector a, Vector b) {
  return a > b ? a : b;
}
template <typename Vector>
inline Vector smaller(Vector a, Vector b) {
  return a < b ? a : b;
}

// Sums that wrap around. Of values they never do; but a vector may reach beyond the end of a
// section, where anything may stand, and though nothing comes of that, it must not overflow.
template <typename Vector>
struct Unsigned {
  typedef std::uint8_t Type __attribute__((vector_size(sizeof(Vector))));
};
template <typename Vector>
inline Vector plus(Vector a, int b) {
  using Bytes = typename Unsigned<Vector>::Type;
  return reinterpret_cast<Vector>(reinterpret_cast<Bytes>(a) + static_cast<std::uint8_t>(b));
}
template <typename Vector>
inline Vector minus(int a, Vector b) {
  using Bytes = typename Unsigned<Vector>::Type;
  return reinterpret_cast<Vector>(static_cast<std::uint8_t>(a) - reinterpret_cast<Bytes>(b));
}

// -(k + max(w, -h - w)) = min(-k - w, w + h - k)
template <typename Vector>
inline Vector worth(Vector w, std::int8_t captured, std::int8_t handout) {
  const Vector taken = minus(-captured, w);
  if (handout == 0) return taken;
  return smaller(taken, plus(w, handout - captured));
}

// The same for single values, with a cost that never pays where there is no handout.
struct WorthOfOne {
  explicit WorthOfOne(RowSource source)
      : captured(source.captured), bonus((source.handout == 0 ? 100 : source.handout) - captured) {}
  int operator()(std::int8_t w) const {
    const int taken = -captured - w;
    const int declined = w + bonus;
    return declined < taken ? declined : taken;
  }
  int captured;
  int bonus;
};

void raise_to_best(std::int8_t* out, const RowSource* sources, std::size_t count, std::size_t n) {
  std::size_t plain = 0;
  while (plain < count && sources[plain].handout == 0) ++plain;
  for (std::size_t i = 0; i < n; i += sizeof(Wide)) {
    Wide best = load<Wide>(out + i);
    for (std::size_t s = 0; s < plain; ++s) {
      best = larger(best, minus(-sources[s].captured, load<Wide>(sources[s].row + i)));
    }
    for (std::size_t s = plain; s < count; ++s) {
      const RowSource& source = sources[s];
      best = larger(best, worth(load<Wide>(source.row + i), source.captured, source.handout));
    }
    store(out + i, best);
  }
}

// For n >= sizeof(Vector). The last vector overlaps the one before, which does no harm: raising
// twice is raising once. It is loaded before anything is stored, or the load would have to wait for
// the stores.
template <typename Vector>
inline void raise_by(std::int8_t* out, RowSource source, std::size_t n) {
  const auto raised = [&](std::size_t i) {
    return larger(load<Vector>(out + i),
                  worth(load<Vector>(source.row + i), source.captured, source.handout));
  };
  const std::size_t last = n - sizeof(Vector);
  const Vector end = raised(last);
  for (std::size_t i = 0; i < last; i += sizeof(Vector)) store(out + i, raised(i));
  store(out + last, end);
}

inline void raise(std::int8_t* out, RowSource source, std::size_t n) {
  if (n >= sizeof(Wide)) return raise_by<Wide>(out, source, n);
  if (n >= sizeof(Narrow)) return raise_by<Narrow>(out, source, n);
  if (n >= sizeof(Short)) return raise_by<Short>(out, source, n);
  const WorthOfOne worth_of_one(source);
  for (std::size_t i = 0; i < n; ++i) {
    const int value = worth_of_one(source.row[i]);
    out[i] = static_cast<std::int8_t>(value > out[i] ? value : out[i]);
  }
}

inline void raise_gathered(std::int8_t* out, RowSource source, const std::uint32_t* targets,
                           std::size_t n) {
  alignas(64) std::int8_t gathered[256];
  RowSource compact = source;
  compact.row = gathered;
  while (n > 0) {
    const std::size_t now = n < sizeof gathered ? n : sizeof gathered;
    for (std::size_t i = 0; i < now; ++i) gathered[i] = source.row[targets[i]];
    raise(out, compact, now);
    out += now;
    targets += now;
    n -= now;
  }
}

void raise_columns(std::int8_t* out, RowSource source, const ColumnLinks& links) {
  for (const Segment* segment = links.straight; segment != links.straight_end; ++segment) {
    raise(out + segment->start, {source.row + segment->source, source.captured, source.handout},
          segment->length);
  }
  for (const Segment* segment = links.gathered; segment != links.gathered_end; ++segment) {
    raise_gathered(out + segment->start, source, links.targets + segment->source, segment->length);
  }
  const WorthOfOne worth_of_one(source);
  for (std::size_t i = 0; i < links.strays; ++i) {
    std::int8_t& place = out[links.stray_columns[i]];
    const int value = worth_of_one(source.row[links.stray_targets[i]]);
    place = static_cast<std::int8_t>(value > place ? value : place);
  }
}

}  // namespace

extern const Kernels kernels_table;
const Kernels kernels_table{PIPO_KERNELS_LABEL, raise_to_best, raise, raise_columns};

}  // namespace pipo::PIPO_KERNELS_NAME
