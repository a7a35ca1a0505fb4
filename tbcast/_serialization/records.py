"""The container of saved files: named, uncompressed records in a zip archive, as PyTorch writes and reads
them.

Records begin at multiples of 64 bytes, so that they can be mapped. A reader trusts no number in a file: no
record is longer than the file, nor are all records together, and nothing is extracted to a name in the file
system.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

ALIGNMENT = 64
_CHUNK = 1 << 20
_LOCAL_HEADER = 30
_ZIP64_EXTRA = 20
_PADDING_ID = b"FB"
_CORRUPT = (
    "{}. There is a high likelihood that your checkpoint file is corrupted. This can happen if the "
    "checkpoint was not saved properly, was transferred incorrectly, or the file was modified after saving."
)
_UNREADABLE = (
    zipfile.BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    UnicodeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""The errors that zipfile raises for malicious files."""


@contextlib.contextmanager
def _reading(what: str, reason: str = "") -> Iterator[None]:
    """Report any failure to read as a damaged file, unless memory ran out."""
    before = sys.exc_info()[1]  # the exception that the caller is handling is unrelated to the file
    try:
        yield
    except _UNREADABLE as error:
        if _for_want_of_memory(error, before):
            raise MemoryError(f"out of memory while reading {what}") from error
        text = f"PytorchStreamReader failed reading {what}: {reason or error}"
        raise RuntimeError(_CORRUPT.format(text)) from error


def _for_want_of_memory(error: BaseException | None, before: BaseException | None) -> bool:
    """Whether the system or one of Python's locks ran out of memory; zipfile turns the former into a
    BadZipFile."""
    while error is not None and error is not before:
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            return True
        if type(error) is RuntimeError and str(error).startswith("can't allocate"):
            return True
        error = error.__context__
    return False


class _FromHere:
    """A file that starts at the current position of another one."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._start = file.tell()

    def tell(self) -> int:
        return self._file.tell() - self._start  # type: ignore[no-any-return]

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence == os.SEEK_SET:
            offset += self._start
        self._file.seek(offset, whence)
        return self.tell()

    def seekable(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _seekable(file: Any) -> bool:
    try:
        file.seek(file.tell())
    except (AttributeError, OSError, io.UnsupportedOperation):
        return False
    return True


@contextlib.contextmanager
def _unless_it_failed(error: BaseException | None) -> Iterator[None]:
    """Closing may fail, too, if writing has failed: keep the first error."""
    try:
        yield
    except Exception:
        if error is None:
            raise


class Writer:
    """Writes records to a file. A context manager, because the archive's end is written last."""

    def __init__(self, file: Any) -> None:
        self._zip = zipfile.ZipFile(_FromHere(file) if _seekable(file) else file, "w")

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        with _unless_it_failed(error):
            self._zip.close()

    def write(self, name: str, data: Any) -> None:
        """Write a record of bytes, or of memory with the buffer protocol."""
        data = memoryview(data).cast("B")
        info = zipfile.ZipInfo(f"archive/{name}")  # with a fixed date, so that equal objects give equal files
        info.file_size = data.nbytes
        start = self._zip.fp.tell() + _LOCAL_HEADER + len(info.filename) + 4  # type: ignore[union-attr]
        if info.file_size * 1.05 > zipfile.ZIP64_LIMIT:  # zipfile then adds an extra field
            start += _ZIP64_EXTRA
        padding = -start % ALIGNMENT
        info.extra = _PADDING_ID + struct.pack("<H", padding) + b"Z" * padding
        record, error = self._zip.open(info, "w"), None
        try:
            record.write(data)
        except BaseException as e:
            error = e
            raise
        finally:
            with _unless_it_failed(error):
                record.close()


class Reader:
    """Reads the records of a file."""

    def __init__(self, file: Any) -> None:
        self._file = _FromHere(file)
        self.size = self._file.seek(0, os.SEEK_END)
        self._left = self.size
        self._file.seek(0)
        with _reading("zip archive", "failed finding central directory"):
            self._zip = zipfile.ZipFile(self._file)  # type: ignore[arg-type]
            names = self._zip.namelist()
        if not names:
            raise RuntimeError(_CORRUPT.format("PytorchStreamReader failed reading zip archive: it is empty"))
        self._prefix = names[0].partition("/")[0]

    def _info(self, name: str) -> zipfile.ZipInfo:
        """The zip entry of a record, which must not claim more bytes than the file has."""
        try:
            info = self._zip.getinfo(f"{self._prefix}/{name}")
        except KeyError:
            text = f"PytorchStreamReader failed locating file {name}: file not found"
            raise RuntimeError(_CORRUPT.format(text)) from None
        if info.compress_type != zipfile.ZIP_STORED:
            raise RuntimeError(f"the record {name} is compressed; torch.save does not compress")
        if info.file_size != info.compress_size or not 0 <= info.file_size <= self.size:
            self._fail(name, f"{info.file_size} bytes are more than there are")
        return info

    def _fail(self, name: str, reason: object) -> None:
        text = f"PytorchStreamReader failed reading file {name}: {reason}"
        raise RuntimeError(_CORRUPT.format(text))

    def __contains__(self, name: str) -> bool:
        return f"{self._prefix}/{name}" in self._zip.NameToInfo

    def size_of(self, name: str) -> int:
        """The number of bytes of a record."""
        return self._info(name).file_size

    def read(self, name: str) -> bytes:
        """The bytes of a record."""
        data = bytearray(self.size_of(name))
        self.read_into(name, data)
        return bytes(data)

    def read_into(self, name: str, memory: Any) -> None:
        """Fill memory of size_of(name) bytes. Raises RuntimeError if the file has fewer."""
        info = self._info(name)
        view = memoryview(memory).cast("B")
        self._left -= view.nbytes
        if self._left < 0:  # overlapping records could make a small file expand to a huge size
            self._fail(name, "the records are longer than the file")
        with _reading(f"file {name}"), self._zip.open(info) as record:
            done = 0
            while done < view.nbytes:
                n = record.readinto(view[done : done + _CHUNK])  # type: ignore[attr-defined]
                if n == 0:
                    raise EOFError("the data end early")
                done += n
            record.read(1)  # the checksum is checked at the end

    def offset_of(self, name: str) -> int:
        """The offset of a record's bytes in the file, in which all of them lie."""
        info = self._info(name)
        with _reading(f"file {name}"):
            self._file.seek(info.header_offset)
            header = self._file.read(_LOCAL_HEADER)
            lengths = struct.unpack("<HH", header[26:30])
        offset = info.header_offset + _LOCAL_HEADER + sum(lengths)
        if info.header_offset < 0 or offset + info.file_size > self.size:
            self._fail(name, "the data end early")
        return self._file._start + offset
