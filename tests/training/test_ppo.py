"""The trainer on the real batch: legal actions, points, walls, and a state that can be put away and taken up."""

import msgspec
import numpy as np
import pytest
import torch

from mjenv.arena.seeds import match_seeds
from training.checkpoint import write_checkpoint
from training.config import parse_config
from training.ppo import Trainer
from training.trajectories import assign_payments

TINY = {
    "seed": 3,
    "threads": 1,
    "updates": 4,
    "past_every": 1,
    "rollout": {"tables": 8, "steps": 40},
    "opponents": {"self": 0.5, "past": 0.25, "random": 0.25},
    "network": {"suit": 8, "table": 16},
    "ppo": {"epochs": 2, "minibatch": 64},
}


@pytest.fixture
def trainer():
    return Trainer(parse_config(TINY))


def test_every_action_is_legal_and_every_point_is_credited_once(trainer):
    paid_by_batch = np.zeros((8, 4))
    hands = 0
    step = trainer.batch.step

    def watched_step(actions):
        nonlocal hands, paid_by_batch
        step(actions)
        paid_by_batch += trainer.batch.reward
        hands += trainer.batch.hand_done.sum()

    trainer.batch.step = watched_step
    for _ in range(12):
        paid_by_batch[:] = 0
        trainer.collect()
        rollout = trainer.rollout
        decided = rollout.actor >= 0
        chosen = np.take_along_axis(rollout.mask, rollout.action[..., None], 2)[..., 0]
        assert (chosen[decided] == 1).all()
        paid, early = assign_payments(rollout)
        by_seat = np.stack([(paid * (rollout.actor == seat)).sum(0) for seat in range(4)], 1)
        assert (by_seat + early == paid_by_batch).all()
    assert hands > 10
    print(f"{hands} hands, all actions legal")


def test_log_probabilities_are_those_of_the_policy(trainer):
    trainer.collect()
    rollout = trainer.rollout
    mine = rollout.learner_decisions()
    logits, value = trainer.network(torch.from_numpy(rollout.observation[mine]), torch.from_numpy(rollout.mask[mine]))
    actions = torch.from_numpy(rollout.action[mine])
    expected = logits.log_softmax(1).gather(1, actions[:, None])[:, 0]
    assert np.allclose(rollout.log_prob[mine], expected.detach().numpy(), atol=1e-5)
    assert np.allclose(rollout.value[mine], value.detach().numpy(), atol=1e-5)
    assert not rollout.log_prob[~mine].any()


def test_learner_has_one_seat_at_tables_with_opponents(trainer):
    seats = trainer.opponents.learner.sum(1)
    assert dict(zip(trainer.opponents.names.tolist(), seats.tolist(), strict=True)) == {
        "self": 4,
        "past": 1,
        "random": 1,
    }
    trainer.collect()
    decided = trainer.rollout.learner_decisions()
    for table in range(4, 8):
        assert set(trainer.rollout.actor[decided[:, table], table]) <= {table % 4}


def test_update_moves_the_weights_and_keeps_past_selves(trainer):
    before = trainer.agent_bytes()
    record = trainer.run_update()
    assert trainer.agent_bytes() != before
    assert record["update"] == 1
    assert all(np.isfinite(value) for value in record.values())
    for _ in range(5):
        trainer.run_update()
    assert len(trainer.opponents.past) == trainer.config.past_kept


def test_ledger_names_every_wall(trainer):
    used = set()
    step = trainer.batch.step

    def watched_step(actions):
        used.update(map(tuple, trainer.batch.states["seed"].tolist()))
        step(actions)

    trainer.batch.step = watched_step
    for _ in range(8):
        trainer.collect()
    assert trainer.walls.begun.sum() > 16
    assert used <= trainer.walls.seeds()
    assert trainer.walls.count_shared(np.array(sorted(used), np.uint64)) == len(used)
    assert trainer.walls.count_shared(match_seeds("evaluate", 3, range(1000))) == 0


def test_restored_trainer_goes_on_the_same(trainer, tmp_path):
    trainer.run_update()
    write_checkpoint(tmp_path, 1, trainer.checkpoint_files())
    other = Trainer(trainer.config)
    (folder,) = (tmp_path / "checkpoints").iterdir()
    other.restore(folder)
    ends = []
    for each in (trainer, other):
        record = each.run_update()
        seconds = {"seconds", "collecting", "improving", "hands_per_second", "decisions_per_second"}
        ends.append((each.agent_bytes(), {key: record[key] for key in record.keys() - seconds}))
    assert ends[0] == ends[1]


def test_number_of_batch_threads_does_not_change_the_game(trainer):
    config = msgspec.structs.replace(trainer.config, threads=2)
    other = Trainer(config)
    torch.set_num_threads(1)
    trainer.collect()
    other.collect()
    assert (trainer.rollout.action == other.rollout.action).all()
