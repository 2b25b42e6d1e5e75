"""Packs a folder: archive.py FOLDER ARCHIVE TIME. The archive is a zip file if its name ends in .zip, otherwise tar.gz.

The same files give the same archive, byte by byte: they are sorted, have no owner, and have the modification time TIME,
in seconds since 1970.
"""

from __future__ import annotations

import gzip
import stat
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def main(folder: Path, archive: Path, seconds: int) -> None:
    paths = sorted([folder, *folder.rglob("*")])
    (pack_zip if archive.suffix == ".zip" else pack_tar)(folder.parent, paths, archive, seconds)


def mode_of(path: Path) -> int:
    """All users may read all files, and execute those that the owner may execute."""
    return 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644


def pack_tar(root: Path, paths: list[Path], archive: Path, seconds: int) -> None:
    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = seconds
        member.mode = mode_of(root / member.name)
        return member

    with open(archive, "wb") as file, gzip.GzipFile("", "wb", 9, file, seconds) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
            for path in paths:
                tar.add(path, str(path.relative_to(root)), recursive=False, filter=plain)


def pack_zip(root: Path, paths: list[Path], archive: Path, seconds: int) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in filter(Path.is_file, paths):
            member = zipfile.ZipInfo(path.relative_to(root).as_posix(), time.gmtime(seconds)[:6])
            member.compress_type = zipfile.ZIP_DEFLATED
            # Always Unix, whatever the system.
            member.create_system = 3
            member.external_attr = (stat.S_IFREG | mode_of(path)) << 16
            packed.writestr(member, path.read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
