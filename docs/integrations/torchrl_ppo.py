"""Self-play PPO of all four seats with TorchRL: ``python docs/integrations/torchrl_ppo.py --frames 20000``.

One policy plays every seat of a table. A frame is one decision of the seat that is asked; the three others see it too,
so that their values and payments go on between their own decisions. PPO: Schulman et al. 2017.
"""

from __future__ import annotations

import argparse
import time
import warnings
from typing import TYPE_CHECKING

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import Compose, DTypeCastTransform, MarlGroupMapType, PettingZooWrapper, RewardSum, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import mjenv

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = "agents"  # the group that all four seats are in
PLANES, MASK, ASKED = (SEATS, "planes"), (SEATS, "action_mask"), (SEATS, "mask")
ACTION, LOG_PROB, LOGITS = (SEATS, "action"), (SEATS, "log_prob"), (SEATS, "logits")
REWARD, POINTS = (SEATS, "reward"), (SEATS, "points")
CREDIT = {name: (SEATS, name) for name in ("reward", "value", "advantage", "value_target", "done", "terminated")}
POINTS_SCALE = 8.0  # points that count as a reward of 1


def make_env(variant: str, seed: int) -> TransformedEnv:
    """Return one table with its four seats in one group; an illegal action raises."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested")  # with an older release
        table = PettingZooWrapper(mjenv.make(variant), use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP)
    cast = DTypeCastTransform(
        torch.int8, torch.float32, in_keys=[(SEATS, "observation", "observation")], out_keys=[PLANES]
    )
    env = TransformedEnv(table, Compose(cast, RewardSum(in_keys=[REWARD], out_keys=[POINTS])))
    env.set_seed(seed)
    return env


def make_network(outputs: int) -> nn.Module:
    """Return a network over the planes of a seat."""
    return nn.Sequential(nn.Flatten(-2), nn.Linear(28 * 34, 128), nn.ReLU(), nn.Linear(128, outputs))


def make_policy(actions: int) -> ProbabilisticActor:
    """Return the policy of every seat: the legal actions alone have a probability."""
    return ProbabilisticActor(
        TensorDictModule(make_network(actions), in_keys=[PLANES], out_keys=[LOGITS]),
        in_keys={"logits": LOGITS, "mask": MASK},
        out_keys=[ACTION],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=LOG_PROB,
    )


def decisions(frames: TensorDictBase) -> TensorDict:
    """Return what was decided, one a frame: the seats that were not asked leave the batch."""
    asked = frames[SEATS][frames[ASKED]]
    return TensorDict({SEATS: asked}, asked.batch_size)


def train(
    variant: str = "harbin", frames: int = 20_000, batch: int = 1000, seed: int = 1, report: Callable = print
) -> tuple[ProbabilisticActor, list[dict[str, float]]]:
    """Train a policy by self-play; return it and the numbers of each batch of frames."""
    torch.manual_seed(seed)
    env = make_env(variant, seed)
    policy = make_policy(env.action_spec[ACTION].space.n)
    critic = TensorDictModule(make_network(1), in_keys=[PLANES], out_keys=[CREDIT["value"]])
    credit = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    credit.set_keys(**CREDIT)
    ppo = ClipPPOLoss(policy, critic, normalize_advantage=True)
    ppo.set_keys(action=ACTION, sample_log_prob=LOG_PROB, **CREDIT)
    optimizer = torch.optim.Adam(ppo.parameters(), lr=5e-4)
    log: list[dict[str, float]] = []
    start = time.perf_counter()
    sizes = {"frames_per_batch": batch, "total_frames": frames, "auto_register_policy_transforms": False}
    for number, played in enumerate(Collector(env, policy, **sizes), 1):
        over = played["next", "done"][:, 0]
        won = (played[("next", *POINTS)][over] > 0).any(1)
        played["next", SEATS, "reward"] = played["next", SEATS, "reward"] / POINTS_SCALE
        credit(played)
        decided = decisions(played)
        for _ in range(4):
            for part in decided[torch.randperm(len(decided))].split(250):
                losses = ppo(part)
                optimizer.zero_grad()
                sum(losses[f"loss_{name}"] for name in ("objective", "critic", "entropy")).backward()
                nn.utils.clip_grad_norm_(ppo.parameters(), 0.5)
                optimizer.step()
        entropy, matches, wins = losses["entropy"].item(), int(over.sum()), int(won.sum())
        log.append({"matches": matches, "wins": wins, "entropy": entropy})
        seconds = time.perf_counter() - start
        report(f"{number * batch:8} frames {seconds:6.1f} s  {matches} hands, {wins} won, entropy {entropy:.2f}")
    return policy, log


def main() -> None:
    """Train by self-play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--variant", default="harbin")
    parser.add_argument("--frames", type=int, default=20_000, help="decisions of all seats together")
    parser.add_argument("--batch", type=int, default=1000, help="frames between two updates")
    parser.add_argument("--seed", type=int, default=1)
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
