"""A slow wire between two network namespaces: wire.py NAMESPACE DEVICE NAMESPACE DEVICE MILLISECONDS

Makes a TUN device in each and carries every packet from one to the other, that many milliseconds later, until it is
killed. For kernels without netem."""

import ctypes
import fcntl
import os
import queue
import struct
import sys
import threading
import time

_CLONE_NEWNET = 0x40000000
_TUNSETIFF = 0x400454CA
_IFF_TUN_NO_PI = 0x1001
_LARGEST = 1 << 16


def _device(namespace: str, name: str) -> int:
    """A file whose reads are the packets that the namespace sends there."""
    with open(f"/run/netns/{namespace}") as where:
        if ctypes.CDLL(None, use_errno=True).setns(where.fileno(), _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), f"cannot enter {namespace}")
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH", name.encode("ascii"), _IFF_TUN_NO_PI))
    return device


def _carry(source: int, sink: int, delay_s: float) -> None:
    """Two threads: one stamps what comes, the other passes it on when its time has come."""
    waiting: queue.Queue[tuple[float, bytes]] = queue.Queue(10_000)

    def take() -> None:
        while True:
            try:
                packet = os.read(source, _LARGEST)
                waiting.put_nowait((time.monotonic() + delay_s, packet))
            except (OSError, queue.Full):
                # The device is down, or the wire is full: the packet is lost, as on any wire.
                time.sleep(0.001)

    def give() -> None:
        while True:
            due, packet = waiting.get()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                os.write(sink, packet)
            except OSError:
                continue

    threading.Thread(target=take, daemon=True).start()
    threading.Thread(target=give, daemon=True).start()


def main() -> None:
    """Until it is killed."""
    one, two = _device(sys.argv[1], sys.argv[2]), _device(sys.argv[3], sys.argv[4])
    _carry(one, two, float(sys.argv[5]) / 1000)
    _carry(two, one, float(sys.argv[5]) / 1000)
    threading.Event().wait()


if __name__ == "__main__":
    main()
