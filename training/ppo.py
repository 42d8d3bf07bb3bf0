"""Self-play PPO on the batch engine, from top to bottom: set up, collect, credit, improve, log, checkpoint.

All four seats are played by the newest policy (a share of the tables may seat opponents instead; then only the
learner's seat is learned from). Every number that an update depends on is derived from the config's seed or lies in
the checkpoint, and the budget is counted in updates: a killed run that is resumed ends with the same weights.
PPO: Schulman et al. 2017; advantages: Schulman et al. 2016.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import torch
from torch import nn

from agents.network import ActorCritic, draw, log_policy
from agents.neural import AGENT_FILE, Metadata, describe_agent, encode_checkpoint, read_checkpoint
from mjenv.arena.seeds import agent_seed
from mjenv.engine.codes import NUM_SEATS
from mjenv.table.batch import Batch
from mjenv.variants.registry import load_rules
from training.checkpoint import TRAINER_FILE, generator_text, pack_state, restore_generator, unpack_state
from training.opponents import Opponents
from training.tally import Tally
from training.trajectories import Rollout, assign_payments, estimate_advantages
from training.walls import TRAIN, Ledger, base_seed

if TYPE_CHECKING:
    from pathlib import Path

    from training.config import Config


#: The numbers of a gradient step, in the order of ``Trainer.loss``.
LOSSES: Final = ("policy_loss", "value_loss", "entropy", "divergence", "clipped")


class Decisions(NamedTuple):
    """Some decisions of a rollout as tensors whose first axis runs over them."""

    observation: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    log_prob: torch.Tensor
    advantage: torch.Tensor
    target: torch.Tensor

    @classmethod
    def of(cls, rollout: Rollout, advantage: np.ndarray, target: np.ndarray) -> Decisions:
        """Return all places of a rollout, steps by tables."""
        arrays = (rollout.observation, rollout.mask, rollout.action, rollout.log_prob, advantage, target)
        return cls(*(torch.from_numpy(array).flatten(0, 1) for array in arrays))

    def take(self, chosen: np.ndarray) -> Decisions:
        """Return those with the given places."""
        index = torch.from_numpy(chosen)
        return Decisions(*(tensor[index] for tensor in self))


def normalise(advantage: np.ndarray, decisions: np.ndarray) -> np.ndarray:
    """Return advantages with mean 0 and deviation 1 over the given places."""
    chosen = advantage.flat[decisions]
    return ((advantage - chosen.mean()) / (chosen.std() + 1e-8)).astype(np.float32)


class Trainer:
    """Everything a run consists of, between two updates."""

    # 1. Set up ------------------------------------------------------------------------------------

    def __init__(self, config: Config) -> None:
        torch.set_num_threads(config.threads)
        game, rollout = config.game, config.rollout
        self.config = config
        self.rules = load_rules(game.rules, **game.params)
        self.batch = Batch(self.rules, rollout.tables, hands=game.hands, threads=config.threads)
        self.batch.reset(base_seed(config.seed))
        self.walls = Ledger(config.seed, rollout.tables)
        seed = agent_seed(TRAIN, config.seed, 0)
        self.random = np.random.default_rng(seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.network = ActorCritic(config.network.suit, config.network.table)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5)
        self.opponents = Opponents(config, self.rules, self.network)
        self.tally = Tally(self.opponents)
        self.rollout = Rollout.empty(rollout.steps, rollout.tables)
        self.rollout.learner[:] = self.opponents.learner
        self.update = 0
        self.decisions = 0
        self.hands = 0
        self.seconds = 0.0

    def run_update(self) -> dict[str, float]:
        """Collect a rollout, improve the policy on it, and return the numbers to be logged."""
        start = time.perf_counter()
        last_value = self.collect()
        middle = time.perf_counter()
        advantage, target = self.credit(last_value)
        losses = self.improve(advantage, target)
        self.update += 1
        if self.update % self.config.past_every == 0:
            self.opponents.remember(self.network)
        end = time.perf_counter()
        return self.describe(middle - start, end - middle) | losses

    # 2. Collect -----------------------------------------------------------------------------------

    @torch.inference_mode()
    def collect(self) -> np.ndarray:
        """Play ``steps`` steps of every table into the rollout; return the last values, float32[tables, seats]."""
        batch, rollout = self.batch, self.rollout
        self.tally.clear()
        for step in range(self.config.rollout.steps):
            rollout.observation[step] = batch.observation
            rollout.mask[step] = batch.action_mask
            rollout.actor[step] = batch.actor
            self.act(step)
            batch.step(rollout.action[step])
            rollout.reward[step] = batch.reward
            rollout.ended[step] = batch.hand_done
            self.tally.count(batch)
            self.walls.count(batch)
        return self.last_values()

    def act(self, step: int) -> None:
        """Choose the actions of one step: the learner's, then those of the opponents."""
        rollout, batch = self.rollout, self.batch
        uniform = self.random.random(batch.num_tables, np.float32)
        mine, others = self.opponents.split(batch.actor)
        logits, value = self.network(
            torch.from_numpy(rollout.observation[step, mine]), torch.from_numpy(rollout.mask[step, mine])
        )
        log_prob = log_policy(logits)
        action = draw(log_prob, torch.from_numpy(uniform[mine]))
        rollout.action[step, mine] = action.numpy()
        rollout.log_prob[step, mine] = log_prob.gather(1, action[:, None])[:, 0].numpy()
        rollout.value[step, mine] = value.numpy()
        if len(others):
            self.opponents.act(batch, others, uniform, rollout.action[step])

    def last_values(self) -> np.ndarray:
        """Return the value of what each seat sees now, float32[tables, seats], in units of reward."""
        batch = self.batch
        values = np.empty((batch.num_tables, NUM_SEATS), np.float32)
        for seat in range(NUM_SEATS):
            mask = np.where(batch.actor[:, None] == seat, batch.action_mask, 0).astype(np.int8)
            _, value = self.network(torch.from_numpy(batch.observe(seat)), torch.from_numpy(mask))
            values[:, seat] = value.numpy()
        return values

    # 3. Credit ------------------------------------------------------------------------------------

    def credit(self, last_value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the advantage and the value target of each decision, float32[steps, tables]."""
        settings = self.config.rollout
        paid, _ = assign_payments(self.rollout)
        return estimate_advantages(self.rollout, paid / settings.points_scale, last_value, settings.gamma, settings.lam)

    # 4. Improve -----------------------------------------------------------------------------------

    def improve(self, advantage: np.ndarray, target: np.ndarray) -> dict[str, float]:
        """Take the gradient steps of one update and return the means of their numbers."""
        settings, rollout = self.config.ppo, self.rollout
        left = 1 - self.update / self.config.updates
        rate = settings.final_learning_rate + left * (settings.learning_rate - settings.final_learning_rate)
        entropy_weight = settings.final_entropy + left * (settings.entropy - settings.final_entropy)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        decisions = np.flatnonzero(rollout.learner_decisions())
        everything = Decisions.of(rollout, normalise(advantage, decisions), target)
        parts = max(1, round(len(decisions) / settings.minibatch))
        numbers = []
        for _ in range(settings.epochs):
            for chosen in np.array_split(self.random.permutation(decisions), parts):
                loss, seen = self.loss(everything.take(chosen), entropy_weight)
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), settings.max_grad_norm)
                self.optimizer.step()
                numbers.append(seen)
        self.decisions += len(decisions)
        means = np.mean(numbers, axis=0, dtype=np.float64)
        explained = 1 - float((target - rollout.value).flat[decisions].var() / target.flat[decisions].var())
        return dict(zip(LOSSES, map(float, means), strict=True)) | {"explained": explained, "learning_rate": rate}

    def loss(self, part: Decisions, entropy_weight: float) -> tuple[torch.Tensor, list[float]]:
        """Return PPO's clipped loss of some decisions, and its numbers in the order of ``LOSSES``."""
        settings = self.config.ppo
        logits, value = self.network(part.observation, part.mask)
        log_prob = log_policy(logits)
        # An illegal action has log-probability -inf and probability 0: it adds nothing to the entropy.
        entropy = -(log_prob.exp() * log_prob.masked_fill(part.mask == 0, 0)).sum(1).mean()
        change = log_prob.gather(1, part.action[:, None])[:, 0] - part.log_prob
        ratio = change.exp()
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy_loss = -torch.minimum(ratio * part.advantage, clipped * part.advantage).mean()
        value_loss = (value - part.target).square().mean()
        loss = policy_loss + settings.value * value_loss - entropy_weight * entropy
        with torch.no_grad():
            divergence = (ratio - 1 - change).mean()
            outside = (ratio != clipped).float().mean()
        return loss, [x.item() for x in (policy_loss, value_loss, entropy, divergence, outside)]

    # 5. Log ---------------------------------------------------------------------------------------

    def describe(self, collecting: float, improving: float) -> dict[str, float]:
        """Return the counters and rates of the update that took so many seconds."""
        taken = collecting + improving
        self.hands += self.tally.hands
        self.seconds += taken
        return {
            "update": self.update,
            "hands": self.hands,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "collecting": round(collecting, 3),
            "improving": round(improving, 3),
            "hands_per_second": self.tally.hands / taken,
            "decisions_per_second": float((self.rollout.actor >= 0).sum()) / taken,
        } | self.tally.describe()

    # 6. Checkpoint --------------------------------------------------------------------------------

    def agent_bytes(self) -> bytes:
        """Return the agent's checkpoint as it is now."""
        return encode_checkpoint(self.network, self.metadata())

    def metadata(self) -> Metadata:
        """Return what a checkpoint of the agent says about itself."""
        return describe_agent(self.network, self.rules, self.walls.describe(), self.update, self.decisions)

    def checkpoint_files(self) -> dict[str, bytes]:
        """Return the files of a checkpoint: the agent, and all else that the next update depends on."""
        state = {
            "counters": {
                "update": self.update,
                "hands": self.hands,
                "decisions": self.decisions,
                "seconds": self.seconds,
            },
            "optimizer": self.optimizer.state_dict(),
            "begun": torch.from_numpy(self.walls.begun),
            "past": self.opponents.state(),
            "numpy": generator_text(self.random),
            "torch": torch.get_rng_state(),
            "batch": torch.frombuffer(bytearray(self.batch.save()), dtype=torch.uint8),
        }
        return {AGENT_FILE: self.agent_bytes(), TRAINER_FILE: pack_state(state)}

    def restore(self, checkpoint: Path) -> None:
        """Go on from a checkpoint folder that this configuration wrote."""
        state = unpack_state(checkpoint / TRAINER_FILE)
        _, network = read_checkpoint(checkpoint / AGENT_FILE, self.rules)
        self.network.load_state_dict(network.state_dict())
        self.optimizer.load_state_dict(state["optimizer"])
        self.opponents.restore(state["past"])
        restore_generator(self.random, state["numpy"])
        torch.set_rng_state(state["torch"])
        self.batch.load(state["batch"].numpy().tobytes())
        self.walls.begun[:] = state["begun"].numpy()
        counters = state["counters"]
        self.update, self.hands = counters["update"], counters["hands"]
        self.decisions, self.seconds = counters["decisions"], counters["seconds"]
