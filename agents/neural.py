"""The neural agent, and its checkpoint: weights as safetensors with JSON metadata that says what they are for.

A checkpoint is foreign data: it is read once, its size, header and metadata are checked before anything is
built, and it holds numbers only (no pickle). Whatever does not fit is refused with one sentence.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import numpy as np
import torch
from msgspec import Meta, Struct
from safetensors import SafetensorError
from safetensors import torch as safetensors

import mjenv
from agents.network import NETWORK, ActorCritic, draw, log_policy
from mjenv.engine.codes import NUM_ACTIONS
from mjenv.errors import ProtocolError, RulesError
from mjenv.files import write_whole
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

FORMAT: Final = "mjenv-agent/1"
ENCODER: Final = "planes/1"
ACTIONS: Final = f"actions/{NUM_ACTIONS}"
METADATA_KEY: Final = "mjenv"
MAX_BYTES: Final = 256 << 20
MAX_HEADER: Final = 1 << 20
UNUSED_BITS: Final = np.uint64(11)  # of 64; a double holds 53
AGENT_FILE: Final = "agent.safetensors"  # in the folder of a training run
LENGTH_BYTES: Final = 8  # a safetensors file starts with the length of its header
SAMPLE_SUFFIX: Final = "@sample"
Size = Annotated[int, Meta(ge=1, le=4096)]


class Walls(Struct, frozen=True, forbid_unknown_fields=True):
    """Which match seeds the training used: those of ``label`` and ``seed``, by table and match (training/walls.py)."""

    label: str
    seed: int
    tables: int
    matches: list[int]  # started at each table


class Metadata(Struct, frozen=True, forbid_unknown_fields=True):
    """What the weights are and what they were trained for."""

    format: str
    network: str
    sizes: dict[str, Size]
    encoder: str
    actions: str
    rules: str  # full name of the rule set
    params: dict[str, bool | int | str | None]  # rule parameters that differ from it
    rules_hash: str
    versions: dict[str, str]
    updates: int
    decisions: int  # trained on
    walls: Walls


class NeuralAgent:
    """Plays the most probable action; ``sample=True`` draws from the policy instead.

    It computes in double precision, so that the choice does not depend on how many tables are asked at once.
    A draw depends on the seed of ``begin`` and the observation only.
    """

    encoder = ENCODER

    def __init__(self, network: ActorCritic, name: str = "neural", *, sample: bool = False) -> None:
        self.name = name
        self.sample = sample
        self.network = network.double().eval()
        self.seed = b""

    def begin(self, rules: Rules, tables: int, seed: int) -> None:  # noqa: ARG002 - the protocol of agents
        """Start a run of matches."""
        self.seed = seed.to_bytes(8, "little", signed=True)

    @torch.inference_mode()
    def act(self, observation: np.ndarray, mask: np.ndarray, seat: np.ndarray, rows: np.ndarray) -> np.ndarray:  # noqa: ARG002
        """Return int64[k], legal actions for int8[k, planes, kinds] and masks int8[k, actions]."""
        device = self.network.judge.weight.device
        legal = torch.as_tensor(mask, device=device)
        logits, _ = self.network(torch.as_tensor(observation, device=device), legal)
        if not self.sample:
            return logits.argmax(1).cpu().numpy()
        uniform = torch.as_tensor(self._uniform(observation, mask), device=device)
        return draw(log_policy(logits), uniform).cpu().numpy()

    def end_hand(self, rows: np.ndarray, result: np.ndarray) -> None:
        """Nothing is remembered between decisions."""

    def _uniform(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Return float64[k] in [0, 1): a hash of the seed and of what each seat sees."""
        digests = [
            hashlib.blake2b(seen.tobytes() + legal.tobytes(), digest_size=8, key=self.seed).digest()
            for seen, legal in zip(observation, mask, strict=True)
        ]
        return (np.frombuffer(b"".join(digests), "<u8") >> UNUSED_BITS) * 2.0**-53


def describe_agent(network: ActorCritic, rules: Rules, walls: Walls, updates: int, decisions: int) -> Metadata:
    """Return the metadata of a network trained for ``rules``."""
    return Metadata(
        format=FORMAT,
        network=NETWORK,
        sizes=network.sizes,
        encoder=ENCODER,
        actions=ACTIONS,
        rules=rules.preset.id,
        params=rules.changed,
        rules_hash=rules.hash,
        versions={"mjenv": mjenv.__version__, "numpy": np.__version__, "torch": str(torch.__version__)},
        updates=updates,
        decisions=decisions,
        walls=walls,
    )


def encode_checkpoint(network: ActorCritic, metadata: Metadata) -> bytes:
    """Return the bytes of a checkpoint, which depend on the weights and the metadata only."""
    weights = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    # One entry only: the order of several would differ from run to run.
    return safetensors.save(weights, {METADATA_KEY: msgspec.json.encode(metadata, order="deterministic").decode()})


def save_checkpoint(path: str | Path, network: ActorCritic, metadata: Metadata) -> None:
    """Write a checkpoint at once: a reader sees the old file or the new one, never a part."""
    write_whole(Path(path), encode_checkpoint(network, metadata))


def load_checkpoint(path: str | Path, rules: Rules | None = None, device: str = "cpu") -> NeuralAgent:
    """Return the agent of a checkpoint, or of a run's folder; ``@sample`` after the path makes it draw from its policy.

    With ``rules`` the checkpoint must have been trained for just these; without, for rules that this version
    has. Raises ``ProtocolError`` with one sentence for a file that is not such a checkpoint.
    """
    text = str(path)
    file = Path(text.removesuffix(SAMPLE_SUFFIX))
    file = file / AGENT_FILE if file.is_dir() else file
    _, network = read_checkpoint(file, rules)
    try:
        network = network.to(device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise ProtocolError(f"device {device!r}: {str(error).splitlines()[0]:.120}; expected one such as cpu") from None
    return NeuralAgent(network, file.stem, sample=text.endswith(SAMPLE_SUFFIX))


def read_checkpoint(file: Path, rules: Rules | None = None) -> tuple[Metadata, ActorCritic]:
    """Return metadata and network of a checkpoint, checked as ``load_checkpoint`` does."""
    data = read_limited(file)
    metadata = read_metadata(file, data)
    check_purpose(file, metadata, rules)
    return metadata, build_network(file, metadata, data)


def read_limited(file: Path) -> bytes:
    """Return the bytes of a checkpoint file of a bearable size."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ProtocolError(f"checkpoint {file}: cannot be read ({error.strerror})") from error
    if len(data) > MAX_BYTES:
        raise ProtocolError(f"checkpoint {file}: larger than {MAX_BYTES >> 20} MiB, the most that is accepted")
    return data


def read_metadata(file: Path, data: bytes) -> Metadata:
    """Return the checked metadata of a checkpoint's bytes."""
    length = int.from_bytes(data[:LENGTH_BYTES], "little")
    if not 0 < length <= min(MAX_HEADER, len(data) - LENGTH_BYTES):
        raise ProtocolError(f"checkpoint {file}: not a safetensors file, or cut short")
    try:
        header = msgspec.json.decode(data[LENGTH_BYTES : LENGTH_BYTES + length], type=dict[str, Any])
        text = header.get("__metadata__", {}).get(METADATA_KEY)
    except (msgspec.DecodeError, AttributeError, RecursionError) as error:
        raise ProtocolError(f"checkpoint {file}: not a safetensors file (its header is not JSON)") from error
    if not isinstance(text, str):
        raise ProtocolError(f"checkpoint {file}: safetensors, but not of an mjenv agent (no metadata {METADATA_KEY!r})")
    try:
        return msgspec.json.decode(text, type=Metadata)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ProtocolError(f"checkpoint {file}: its metadata does not fit: {error}") from error


def check_purpose(file: Path, metadata: Metadata, rules: Rules | None) -> None:
    """Refuse a checkpoint made for another format, network, encoder, action set or other rules."""
    expected = {"format": FORMAT, "network": NETWORK, "encoder": ENCODER, "actions": ACTIONS}
    for key, wanted in expected.items():
        found = getattr(metadata, key)
        if found != wanted:
            raise ProtocolError(f"checkpoint {file}: {key} is {found!r}, this version reads {wanted!r}")
    if rules is None:
        try:
            rules = load_rules(metadata.rules, **metadata.params)
        except (RulesError, TypeError) as error:
            raise ProtocolError(f"checkpoint {file}: trained for rules that this version lacks: {error}") from error
    if rules.hash != metadata.rules_hash:
        changes = "".join(f" {name}={value}" for name, value in metadata.params.items())
        trained = f"{metadata.rules}{changes} (hash {metadata.rules_hash})"
        raise ProtocolError(
            f"checkpoint {file}: trained for the rules {trained}, not for {rules.preset.id} (hash {rules.hash})"
        )


def build_network(file: Path, metadata: Metadata, data: bytes) -> ActorCritic:
    """Return the network with exactly the weights of the checkpoint."""
    try:
        with torch.device("meta"):
            network = ActorCritic(**metadata.sizes)
        weights = safetensors.load(data)
        network.load_state_dict(weights, strict=True, assign=True)
    except (SafetensorError, RuntimeError, TypeError, ValueError, KeyError) as error:
        raise ProtocolError(f"checkpoint {file}: its weights do not fit the network it names") from error
    if any(tensor.dtype != torch.float32 or not tensor.isfinite().all() for tensor in weights.values()):
        raise ProtocolError(f"checkpoint {file}: weights must be finite 32-bit numbers")
    return network
