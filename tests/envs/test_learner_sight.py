"""A learner sees its own seat's view, whatever happens at its table."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.envs.seat import SeatEnv
from mjenv.envs.vector import MahjongVectorEnv
from tests.envs.games import ByMenu, choose


def seen_by(learners, rows):
    """Return what the seats of the learners of some tables see, encoded by the batch."""
    return learners.batch.encode(learners.batch.encoder.name, rows, seats=learners.seat[rows])


def watch(learners):
    """Keep what the learners' seats see in each table at the moment it is reset."""
    final = {}
    reset = learners.reset

    def keep_and_reset(rows, *given):
        if learners.batch.done[rows].all():
            seen = zip(learners.seat[rows].tolist(), seen_by(learners, rows), strict=True)
            final.update(zip(rows.tolist(), seen, strict=True))
        return reset(rows, *given)

    learners.reset = keep_and_reset
    return final


def choose_actions(learners, rng):
    masks = learners.action_masks()
    return np.array([choose(mask, rng) if mask.any() else 0 for mask in masks])


@pytest.mark.nojit
@pytest.mark.parametrize("encoder", ["planes/1", "tokens/1"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_every_observation_of_the_vector_env_is_the_view_of_the_learners_seat(mode, encoder):
    opponents = ["random", ByMenu(), ByMenu("view/1")]
    envs = MahjongVectorEnv("four_bao", 4, autoreset_mode=mode, opponents=opponents, encoder=encoder)
    learners, rows, rng, ended = envs.learners, np.arange(4), np.random.default_rng(0), 0
    observations, infos = envs.reset(seed=3)
    final = watch(learners)
    for _ in range(40):
        assert (observations["observation"] == seen_by(learners, rows)).all()
        asked = ~learners.batch.done
        assert (learners.batch.actor[asked] == learners.seat[asked]).all()
        assert (infos["seat"] == learners.seat)[infos["_seat"]].all()
        observations, _, terminated, _, infos = envs.step(choose_actions(learners, rng))
        ended += terminated.sum()
        for row in np.flatnonzero(infos.get("_final_obs", [])).tolist():
            seat, seen = final[row]
            assert infos["final_info"]["seat"][row] == seat
            assert (infos["final_obs"][row]["observation"] == seen).all()
            assert not infos["final_obs"][row]["action_mask"].any()
    assert ended > 3


@pytest.mark.nojit
def test_every_observation_of_the_vec_env_of_sb3_is_the_view_of_the_learners_seat():
    sb3 = pytest.importorskip("mjenv.envs.sb3")
    env = sb3.MahjongVecEnv("four_bao", 4, opponents=["random", ByMenu(), ByMenu("view/1")])
    learners, rows, rng, ended = env.learners, np.arange(4), np.random.default_rng(0), 0
    env.seed(3)
    observations = env.reset()
    final = watch(learners)
    for _ in range(40):
        assert (observations["observation"] == seen_by(learners, rows)).all()
        assert (learners.batch.actor == learners.seat).all()
        assert [info["seat"] for info in env.reset_infos] == learners.seat.tolist()
        observations, _, dones, infos = env.step(choose_actions(learners, rng))
        for row in np.flatnonzero(dones).tolist():
            seat, seen = final[row]
            assert infos[row]["seat"] == seat
            assert (infos[row]["terminal_observation"]["observation"] == seen).all()
            ended += 1
    assert ended > 3


@pytest.mark.nojit
@pytest.mark.parametrize("seed", [None, 5])
def test_a_refused_reset_gives_no_learner_a_second_seat_of_its_table(seed):
    envs = MahjongVectorEnv("four_bao", 8)
    envs.reset(seed=1)
    env = SeatEnv("four_bao")
    env.reset(seed=1)
    seats, seat = envs.learners.seat.tolist(), env.seat
    for _ in range(4):
        for refusing in (envs, env):
            with pytest.raises(mjenv.MjenvError, match="option dealer=9"):
                refusing.reset(seed=seed, options={"dealer": 9})
        assert envs.learners.seat.tolist() == seats
        assert env.seat == seat


@pytest.mark.nojit
def test_a_refused_reset_changes_no_later_match():
    shown = []
    for refusals in (0, 2):
        envs, env = MahjongVectorEnv("four_bao", 3), SeatEnv("four_bao")
        for one in (envs, env):
            one.reset(seed=1)
            for _ in range(refusals):
                with pytest.raises(mjenv.MjenvError):
                    one.reset(options={"dealer": 9})
        for _ in range(refusals):
            with pytest.raises(Exception, match=r"^Seed must"):
                envs.reset(seed=[4, 5, -1])
        shown.append([envs.reset()[0]["observation"].tobytes(), env.reset()[0]["observation"].tobytes()])
    assert shown[0] == shown[1]
