"""The slow, plain reading of a rollout: one list of decisions a seat and hand."""

from __future__ import annotations

from dataclasses import dataclass, field

NUM_SEATS = 4


@dataclass
class Trajectory:
    """The decisions of one seat in one hand, as far as the rollout saw it."""

    places: list[tuple[int, int]] = field(default_factory=list)  # (step, table)
    rewards: list[float] = field(default_factory=list)
    before: float = 0.0  # paid before the first decision
    over: bool = False


def trajectories(actor, reward, ended):
    """Return {(table, seat): [Trajectory, ...]} by walking forward and paying the latest decision."""
    steps, tables = actor.shape
    found = {}
    for table in range(tables):
        for seat in range(NUM_SEATS):
            hands = [Trajectory()]
            for step in range(steps):
                if actor[step, table] == seat:
                    hands[-1].places.append((step, table))
                    hands[-1].rewards.append(0.0)
                if hands[-1].places:
                    hands[-1].rewards[-1] += reward[step, table, seat]
                else:
                    hands[-1].before += reward[step, table, seat]
                if ended[step, table]:
                    hands[-1].over = True
                    hands.append(Trajectory())
            found[table, seat] = hands
    return found


def advantages(trajectory, value, last_value, gamma, lam):
    """Return GAE by its definition: a sum of discounted temporal differences for each decision."""
    values = [float(value[place]) for place in trajectory.places]
    values.append(0.0 if trajectory.over else float(last_value))
    errors = [
        reward + gamma * after - before
        for reward, before, after in zip(trajectory.rewards, values[:-1], values[1:], strict=True)
    ]
    return [
        sum((gamma * lam) ** (later - at) * errors[later] for later in range(at, len(errors)))
        for at in range(len(errors))
    ]
