"""Answers HTTP requests in one thread, limited by what its argument names, a branch of work(). Prints its port."""

import asyncio
import mmap
import os
import sys
import time

# Aligned, as O_DIRECT asks, and large enough for the disk to take much longer than all else.
BLOCK = mmap.mmap(-1, 4 << 20)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
# What a server says of itself that is fast, behind a network that is not.
REPORTED = b"Server-Timing: work;dur=0.1\r\n"
LOCK = asyncio.Lock()


async def work(mode: str, file: int) -> None:
    if mode == "compute":
        end = time.thread_time() + 0.002
        while time.thread_time() < end:
            pass
    elif mode == "write":
        os.pwrite(file, BLOCK, 0)
    elif mode == "lock":
        async with LOCK:
            await asyncio.sleep(0.004)
    else:
        await asyncio.sleep(0.02)


async def main(mode: str) -> None:
    file = os.open("staged.data", os.O_RDWR | os.O_CREAT | os.O_DIRECT | os.O_DSYNC)
    answer = HEAD + (REPORTED if mode == "network" else b"") + b"\r\nok"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                await work(mode, file)
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main(sys.argv[1]))
