"""A switch between hosts that are network namespaces: it forwards frames after a delay and at a rate, one for each port.

    switch.py PORT...

Runs in the network namespace of the switch, whose interfaces are the PORTs. Each line on standard input is a command:
`shape BITS_A_SECOND SECONDS` sets the rate of every port and the delay from one host to another; `part PORT PORT` drops
what these two send each other until `join`; `traffic` prints a line with the bytes that each port has sent to its host
so far, and forgets them. It ends with standard input.

Linux delays frames by itself with netem, which not every kernel has. With the header of virtio (PACKET_VNET_HDR) a
frame has up to 64 KiB, as between two namespaces without this program, so that Python is fast enough for 1 Gbit/s.
"""

import contextlib
import errno
import heapq
import os
import select
import socket
import struct
import sys
import time

SOL_PACKET, PACKET_VNET_HDR, SO_RCVBUFFORCE, ETH_P_ALL, PACKET_OUTGOING = 263, 15, 33, 3, 4
VNET_HEADER = struct.Struct("<BBHHHH")
HEADERS = 66  # of Ethernet, IP and TCP, in each segment
AROUND = 24  # bytes on the wire around each frame: preamble, checksum, gap
LONGEST_QUEUE = 0.2  # seconds; a port drops what would wait longer, as switches do
GONE = (errno.ENETDOWN, errno.ENXIO, errno.ENOBUFS, errno.EAGAIN)  # a link that is down, or a full buffer


class Port:
    def __init__(self, name):
        self.name = name
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self.socket.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
        with contextlib.suppress(PermissionError):  # in a namespace for users; then some frames may be lost
            self.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20)
        self.socket.bind((name, 0))
        self.socket.setblocking(False)
        self.free_from_host = self.free_to_host = 0.0  # when each direction of the cable has sent everything
        self.sent = 0

    def frames(self):
        for _ in range(64):
            try:
                frame, address = self.socket.recvfrom(1 << 17)
            except OSError as error:
                if error.errno not in GONE:
                    raise
                return
            if address[2] != PACKET_OUTGOING:
                yield frame

    def send(self, frame):
        try:
            self.socket.send(frame)
            self.sent += len(frame)
        except OSError as error:
            if error.errno not in GONE:
                raise


def bytes_on_wire(frame):
    size = len(frame) - VNET_HEADER.size
    _, kind, _, segment, _, _ = VNET_HEADER.unpack_from(frame)
    segments = 1 if kind == 0 or segment == 0 else max(1, -(-(size - HEADERS) // segment))
    return size + (segments - 1) * HEADERS + segments * AROUND


def main():
    ports = [Port(name) for name in sys.argv[1:]]
    port_of = {}  # by address: where frames from it came from
    parted = set()
    unread = ""  # the beginning of a command
    due, number = [], 0  # frames on their way: when, in which order, to which port
    rate, delay = 1e9, 0.0
    print("ready", flush=True)
    while True:
        wait = max(0.0, due[0][0] - time.monotonic()) if due else 60
        readable, _, _ = select.select([*(port.socket for port in ports), sys.stdin], [], [], wait)
        now = time.monotonic()
        if sys.stdin in readable:
            read = os.read(sys.stdin.fileno(), 4096)
            if not read:
                return
            *lines, unread = (unread + read.decode()).split("\n")
            for words in map(str.split, lines):
                if words[0] == "shape":
                    rate, delay = float(words[1]), float(words[2])
                elif words[0] == "part":
                    parted = set(words[1:])
                elif words[0] == "join":
                    parted = set()
                elif words[0] == "traffic":
                    print(*(port.sent for port in ports), flush=True)
                    for port in ports:
                        port.sent = 0
        for port in ports:
            if port.socket not in readable:
                continue
            for frame in port.frames():
                to, source = frame[VNET_HEADER.size:VNET_HEADER.size + 6], frame[VNET_HEADER.size + 6:VNET_HEADER.size + 12]
                port_of[source] = port
                seconds = 8 * bytes_on_wire(frame) / rate
                sent = port.free_from_host = max(now, port.free_from_host) + seconds
                for other in [port_of[to]] if to in port_of else ports:
                    if other is port or other.free_to_host - now > LONGEST_QUEUE or {port.name, other.name} == parted:
                        continue
                    other.free_to_host = max(sent, other.free_to_host + seconds)
                    number += 1
                    heapq.heappush(due, (other.free_to_host + delay, number, other, frame))
        now = time.monotonic()
        while due and due[0][0] <= now:
            _, _, port, frame = heapq.heappop(due)
            port.send(frame)


if __name__ == "__main__":
    main()
