"""torch.hub: its folder, and files of weights; not programs, which would need PyTorch."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import urlopen

import tbcast

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
_folder: str | None = None


def get_dir() -> str:
    """What set_dir has set, else $TORCH_HOME/hub or ~/.cache/torch/hub.  As torch.hub.get_dir."""
    if _folder is not None:
        return _folder
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    return str(Path(os.environ.get("TORCH_HOME", os.path.join(cache, "torch"))).expanduser() / "hub")


def set_dir(d: str | os.PathLike[str]) -> None:
    """Sets the folder.  As torch.hub.set_dir."""
    global _folder
    _folder = os.path.expanduser(d)


def download_url_to_file(url: str, dst: str, hash_prefix: str | None = None, progress: bool = True) -> None:
    """Write what the address gives to a file. RuntimeError if its SHA-256 does not begin with hash_prefix.

    As torch.hub.download_url_to_file.
    """
    with urlopen(url) as stream:
        content = stream.read()
    found = hashlib.sha256(content).hexdigest()
    if hash_prefix and not found.startswith(hash_prefix):
        raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{found}")')
    Path(dst).write_bytes(content)


def load_state_dict_from_url(
    url: str,
    model_dir: str | None = None,
    map_location: Any = None,
    progress: bool = True,
    check_hash: bool = False,
    file_name: str | None = None,
    weights_only: bool = True,
) -> Any:
    """What torch.load reads from the file, which is downloaded if the folder lacks it.  As
    torch.hub.load_state_dict_from_url."""
    folder = Path(model_dir or os.path.join(get_dir(), "checkpoints"))
    folder.mkdir(parents=True, exist_ok=True)
    name = file_name or os.path.basename(urlparse(url).path)
    if not (folder / name).exists():
        known = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, str(folder / name), known[1] if known else None, progress)
    return tbcast.load(str(folder / name), map_location=map_location, weights_only=weights_only)


def _refuse(*args: Any, **options: Any) -> Any:
    """NotImplementedError: programs of the hub need PyTorch."""
    raise NotImplementedError("tbcast has no torch.hub.load: programs of the hub need PyTorch")


load = list = help = _refuse
