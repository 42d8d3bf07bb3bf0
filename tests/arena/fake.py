"""A game of pure luck and one decision, with the interface of a batch of tables.

Every hand asks each seat three to six times. The seed gives each seat its luck; a last answer of 1 takes one
point from each seat that answered 0. So luck is known, and so is what an agent is worth.
"""

import numpy as np

from mjenv.engine.codes import NUM_ACTIONS

LUCK = np.array([-9, -1, 2, 8])
STATE = np.dtype([("points", "i4", 4), ("winners", "u1"), ("giver", "i1"), ("win_type", "i1"), ("last_ready", "u1")])


class FakeBatch:
    """Tables of the game above."""

    def __init__(self, rules, num_tables, *, hands, **_):
        self.num_tables, self.hands = num_tables, hands
        self.states = np.zeros(num_tables, STATE)
        self.actor = np.full(num_tables, -1, np.int8)
        self.action_mask = np.zeros((num_tables, NUM_ACTIONS), np.int8)
        self.hand_done = np.zeros(num_tables, bool)
        self.done = np.ones(num_tables, bool)
        self.random = [np.random.default_rng(0)] * num_tables
        self.played = np.zeros(num_tables, int)
        self.luck = np.zeros((num_tables, 4), int)
        self.left = np.zeros(num_tables, int)
        self.answers = np.zeros((num_tables, 4), int)

    def reset(self, rows, options):
        for row, seed in zip(rows, options["match_seed"], strict=True):
            self.random[row] = np.random.default_rng(seed)
            self.played[row] = 0
            self.deal(row)

    def deal(self, row):
        self.luck[row] = self.random[row].permutation(LUCK)
        self.left[row] = 4 * self.random[row].integers(3, 7)
        self.done[row] = False
        self.ask(row)

    def ask(self, row):
        self.actor[row] = self.left[row] % 4
        self.action_mask[row, :2] = 1

    def step(self, actions):
        self.hand_done[:] = False
        for row in range(self.num_tables):
            if self.done[row]:
                self.played[row] = 0
                self.deal(row)
                continue
            assert self.action_mask[row, actions[row]]
            self.answers[row, self.actor[row]] = actions[row]
            self.left[row] -= 1
            if self.left[row]:
                self.ask(row)
            else:
                self.settle(row)

    def settle(self, row):
        state = self.states[row]
        state["points"] = self.luck[row] + 4 * self.answers[row] - self.answers[row].sum()
        state["winners"] = 1 << int(np.argmax(self.luck[row]))
        state["giver"] = np.argmin(self.luck[row])
        state["win_type"] = 1
        state["last_ready"] = state["winners"] | 1 << int(np.argmin(self.luck[row]))
        self.hand_done[row] = True
        self.played[row] += 1
        if self.played[row] < self.hands:
            self.deal(row)
        else:
            self.done[row], self.actor[row], self.action_mask[row] = True, -1, 0

    def sample(self):
        return np.where(self.done, 0, 1)

    def encode(self, encoder, rows):
        return np.stack([self.luck[rows].T[self.actor[rows], np.arange(len(rows))], self.left[rows]], axis=1)


class Always:
    """Answers the same each time."""

    encoder = "fake"

    def __init__(self, answer):
        self.answer = answer
        self.name = f"always {answer}"
        self.hands = 0

    def begin(self, rules, tables, seed):
        self.seed = seed

    def act(self, observation, mask, seat, rows):
        return np.full(len(rows), self.answer)

    def end_hand(self, rows, result):
        self.hands += len(rows)
