"""Masked PPO at one seat, in one file: ``python docs/integrations/cleanrl_ppo.py --steps 500000``.

One learner sits at each of ``tables`` tables, agents at the three other seats. A match is one hand. Needs PyTorch,
Gymnasium and mjenv. The same arguments give the same numbers.
PPO: Schulman et al. 2017; generalised advantages: Schulman et al. 2016; invalid actions masked: Huang and Ontañón 2020.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import gymnasium
import numpy as np
import torch
from torch import nn

import mjenv  # noqa: F401  (registers the environments)

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Args:
    """What a run depends on; each is an option of the command line."""

    env: str = "mjenv/Harbin-v0"
    opponents: str = "random"
    seed: int = 1
    steps: int = 500_000  # decisions of the learners
    tables: int = 128
    rollout: int = 32  # decisions of each table between two updates
    epochs: int = 4
    minibatches: int = 4
    learning_rate: float = 1e-3
    gamma: float = 1.0  # a hand ends soon, and points now or later are worth the same
    lam: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    max_grad_norm: float = 0.5
    points_scale: float = 8.0  # points that count as a reward of 1
    eval_matches: int = 4000
    threads: int = 1  # of PyTorch; another number rounds differently


class ActorCritic(nn.Module):
    """Logits of the legal actions and a value, from the planes of an observation."""

    def __init__(self, planes: tuple[int, ...], actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(int(np.prod(planes)), 256), nn.ReLU(), nn.Linear(256, 256))
        self.actor = nn.Sequential(nn.ReLU(), nn.Linear(256, actions))
        self.critic = nn.Sequential(nn.ReLU(), nn.Linear(256, 1))

    def forward(self, planes: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return the policy of each row, illegal actions with probability 0, and the value, float32 [n]."""
        hidden = self.body(planes.float())
        logits = self.actor(hidden).masked_fill(~mask, torch.finfo(torch.float32).min)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden)[:, 0]


@dataclass
class Rollout:
    """Decisions by step and table; ``over`` says that the match ended with the decision."""

    planes: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    log_prob: torch.Tensor
    value: torch.Tensor
    reward: torch.Tensor
    over: torch.Tensor

    @classmethod
    def empty(cls, steps: int, tables: int, planes: tuple[int, ...], actions: int) -> Rollout:
        """Return room for a rollout."""
        place = (steps, tables)
        seen = torch.zeros((*place, *planes), dtype=torch.int8), torch.zeros((*place, actions), dtype=torch.bool)
        return cls(*seen, torch.zeros(place, dtype=torch.int64), *(torch.zeros(place) for _ in range(4)))

    def advantages(self, last_value: torch.Tensor, args: Args) -> torch.Tensor:
        """Return generalised advantages, float32 [steps, tables], in units of ``points_scale`` points.

        With same-step autoreset the observation after an end is that of the next match: its value must not count.
        A match is never truncated, so the value of ``infos["final_obs"]`` is 0 and is not needed.
        """
        advantage = torch.zeros_like(self.reward)
        following, carried = last_value, torch.zeros_like(last_value)
        for step in reversed(range(len(advantage))):
            going = 1 - self.over[step]
            error = self.reward[step] / args.points_scale + args.gamma * going * following - self.value[step]
            carried = error + args.gamma * args.lam * going * carried
            advantage[step], following = carried, self.value[step]
        return advantage


def make(args: Args, tables: int, opponents: str) -> gymnasium.vector.VectorEnv:
    """Return ``tables`` tables; a match that ends is followed by the next in the same step."""
    settings = {"opponents": opponents, "illegal": "raise", "autoreset_mode": "SameStep"}
    return gymnasium.make_vec(args.env, num_envs=tables, **settings)


def tensors(observations: dict[str, np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return planes, int8 [n, …], and masks, bool [n, actions], of a vector environment's observations."""
    return torch.from_numpy(observations["observation"]), torch.from_numpy(observations["action_mask"]).bool()


@torch.inference_mode()
def collect(envs: gymnasium.vector.VectorEnv, observations: dict, network: ActorCritic, rollout: Rollout) -> dict:
    """Fill a rollout with decisions and return the observations after it; a reward is in points."""
    for step in range(len(rollout.reward)):
        rollout.planes[step], rollout.mask[step] = tensors(observations)
        policy, rollout.value[step] = network(rollout.planes[step], rollout.mask[step])
        rollout.action[step] = action = policy.sample()
        rollout.log_prob[step] = policy.log_prob(action)
        observations, reward, terminated, _, _ = envs.step(action.numpy())
        rollout.reward[step], rollout.over[step] = torch.from_numpy(reward), torch.from_numpy(terminated)
    return observations


def improve(network: ActorCritic, optimizer: torch.optim.Optimizer, rollout: Rollout, last: dict, args: Args) -> float:
    """Take the gradient steps of one update; return the mean entropy of the policy."""
    with torch.no_grad():
        advantage = rollout.advantages(network(*tensors(last))[1], args)
    target = (advantage + rollout.value).flatten()
    advantage = ((advantage - advantage.mean()) / (advantage.std() + 1e-8)).flatten()
    planes, mask = rollout.planes.flatten(0, 1), rollout.mask.flatten(0, 1)
    action, old = rollout.action.flatten(), rollout.log_prob.flatten()
    entropies = []
    for _ in range(args.epochs):
        for chosen in torch.randperm(len(action)).chunk(args.minibatches):
            policy, value = network(planes[chosen], mask[chosen])
            ratio = (policy.log_prob(action[chosen]) - old[chosen]).exp()
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            gain = torch.minimum(ratio * advantage[chosen], clipped * advantage[chosen]).mean()
            entropy = policy.entropy().mean()
            loss = args.value * (value - target[chosen]).square().mean() - gain - args.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), args.max_grad_norm)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


def train(args: Args, report: Callable[[str], None] = print) -> tuple[ActorCritic, list[dict[str, float]]]:
    """Train a network; return it and the numbers of each update."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    envs = make(args, args.tables, args.opponents)
    shapes = envs.single_observation_space["observation"].shape, int(envs.single_action_space.n)
    network = ActorCritic(*shapes)
    optimizer = torch.optim.Adam(network.parameters(), lr=args.learning_rate, eps=1e-5)
    rollout = Rollout.empty(args.rollout, args.tables, *shapes)
    observations, _ = envs.reset(seed=args.seed)
    updates = max(1, args.steps // (args.rollout * args.tables))
    log: list[dict[str, float]] = []
    start, matches, points = time.perf_counter(), 0, 0.0
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) / updates)
        observations = collect(envs, observations, network, rollout)
        matches, points = matches + int(rollout.over.sum()), points + float(rollout.reward.sum())
        entropy = improve(network, optimizer, rollout, observations, args)
        log.append({"points": points, "matches": matches, "entropy": entropy})
        if update % max(1, updates // 20) == 0:
            steps, seconds = update * args.rollout * args.tables, time.perf_counter() - start
            mean = points / max(1, matches)
            report(f"{steps:9} decisions {seconds:6.1f} s  {mean:+7.3f} points a match, entropy {entropy:.2f}")
            matches, points = 0, 0.0
    envs.close()
    return network, log


@torch.inference_mode()
def evaluate(args: Args, opponents: str, network: ActorCritic | None = None) -> tuple[float, float]:
    """Return the mean points of a match and its standard error; without a network, of random legal actions.

    The first match of each table, so that short ones do not count more often; a seed always deals the same walls.
    """
    torch.manual_seed(args.seed)
    envs = make(args, args.eval_matches, opponents)
    observations, _ = envs.reset(seed=args.seed + 1_000_000)
    points, over = np.zeros(args.eval_matches), np.zeros(args.eval_matches, bool)
    while not over.all():
        planes, mask = tensors(observations)
        policy = network(planes, mask)[0] if network else torch.distributions.Categorical(mask.float())
        observations, reward, terminated, _, _ = envs.step(policy.sample().numpy())
        points += np.where(over, 0, reward)
        over |= terminated
    envs.close()
    return float(points.mean()), float(points.std() / np.sqrt(len(points)))


def main() -> None:
    """Train, then play the policy and random legal actions against random and greedy opponents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for field in fields(Args):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
    network, _ = train(args)
    for opponents in ("random", "greedy"):
        for name, player in (("random legal actions", None), ("trained policy", network)):
            mean, error = evaluate(args, opponents, player)
            print(f"{name:>20} against {opponents:6}: {mean:+.3f} ± {error:.3f} points a match")


if __name__ == "__main__":
    main()
