"""Inputs: files, pipes and compressed data, with a limit."""

import gzip
import os
from pathlib import Path

import pytest

from ibm7094.errors import MediaError
from ibm7094.files.inputs import MOST_BYTES, read_bytes, read_unpacked


def test_input_comes_from_a_pipe_and_from_compressed_data(tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(b"games"))
    assert read_unpacked(packed) == b"games"
    reading, writing = os.pipe()
    os.write(writing, b"piped")
    os.close(writing)
    assert read_bytes(Path(f"/dev/fd/{reading}")) == b"piped"
    os.close(reading)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_device_that_never_ends_is_refused(device: str) -> None:
    with pytest.raises(MediaError, match="this is a device"):
        read_bytes(Path(device))


def test_input_has_a_limit_packed_or_not(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(bytes(2 << 20)))
    with pytest.raises(MediaError, match="larger than 1 MB"):
        read_unpacked(bomb, 1 << 20)
    with pytest.raises(MediaError, match="larger than 0 MB"):
        read_bytes(bomb, 10)
    assert MOST_BYTES > 1 << 20


@pytest.mark.parametrize("content", [b"\x1f\x8bx", b"\x1f\x8b\x08\x00", b"not gzip"])
def test_damaged_compressed_data_is_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.pdn.gz"
    path.write_bytes(content)
    with pytest.raises(MediaError, match="gzip"):
        read_unpacked(path)
