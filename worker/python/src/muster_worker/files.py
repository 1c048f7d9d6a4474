"""Data files by checksum: what is not in the folder is asked for, chunk by chunk, and kept."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import Empty, Queue

from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.settings import PlanError

_CHUNK_TIMEOUT_S = 30
_LARGEST_BYTES = 64 << 30


class DataCache:
    """`request` sends a FileRequest; its answer is to be given to `take`, by a thread that does not fetch."""

    def __init__(self, folder: Path, request: Callable[[wire.Envelope], None]) -> None:
        self._folder, self._request = folder, request
        self._chunks: Queue[wire.FileChunk] = Queue(16)

    def take(self, chunk: wire.FileChunk) -> None:
        """More than were asked for raise Full."""
        self._chunks.put_nowait(chunk)

    def fetch(self, files: Iterable[wire.DataFile]) -> dict[str, Path]:
        """Where each file is; fetches what is missing. Blocks; raises PlanError."""
        return {file.name: self._fetched(file) for file in files}

    def _fetched(self, file: wire.DataFile) -> Path:
        path = self._folder / file.sha256.hex()
        if path.exists():
            return path
        if file.size > _LARGEST_BYTES or len(file.sha256) != 32:
            raise PlanError(f"data file {file.name} has an invalid size or checksum")
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._folder, prefix="part", delete=False) as part:
            digest = hashlib.sha256()
            while part.tell() < file.size:
                content = self._chunk(file, part.tell())
                digest.update(content)
                part.write(content)
        if digest.digest() != file.sha256:
            os.unlink(part.name)
            raise PlanError(f"data file {file.name} is damaged: checksum mismatch")
        os.replace(part.name, path)
        return path

    def _chunk(self, file: wire.DataFile, offset: int) -> bytes:
        request = wire.FileRequest(sha256=file.sha256, offset=offset)
        self._request(wire.Envelope(file_request=request))
        try:
            chunk = self._chunks.get(timeout=_CHUNK_TIMEOUT_S)
            while (chunk.sha256, chunk.offset) != (file.sha256, offset):
                chunk = self._chunks.get(timeout=_CHUNK_TIMEOUT_S)
        except Empty:
            raise PlanError(f"data file {file.name}: no answer for {_CHUNK_TIMEOUT_S} s") from None
        if chunk.failure or not chunk.content:
            raise PlanError(f"data file {file.name} could not be fetched: {chunk.failure}")
        content: bytes = chunk.content
        return content
