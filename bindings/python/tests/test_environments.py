"""The environments of PettingZoo and Gymnasium: their libraries' own tests, and the rules in them."""

from __future__ import annotations

import os
import pickle
import random
from typing import Any

import pytest

from arimaa import Position, batch
from boards import PLAIN

numpy: Any = pytest.importorskip("numpy")
gymnasium: Any = pytest.importorskip("gymnasium")
pettingzoo: Any = pytest.importorskip("pettingzoo")

from arimaa import aec, vector  # noqa: E402

# How many steps are compared with the reference engine.
STEPS = int(os.environ.get("ARIMAA_STEPS", "20000"))


# PettingZoo knows by their names which environments have a mask beside the observation.
@pytest.mark.filterwarnings("ignore:Observation (is not a NumPy array|space for each agent)")
@pytest.mark.filterwarnings("ignore:.*all zeros")
@pytest.mark.parametrize("options", [{}, {"start": "random setup", "relative": True}])
def test_agents_pass_the_tests_of_pettingzoo(options: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

    api_test(aec.env(**options), num_cycles=500)
    seed_test(lambda: aec.env(**options), num_cycles=200)


class One(gymnasium.Env):  # type: ignore[misc]
    """The only game of a vector environment, which Gymnasium has a test for."""

    def __init__(self, **options: Any) -> None:
        self._env = vector.ArimaaVectorEnv(1, **options)
        self.observation_space = self._env.single_observation_space
        # The test chooses among all actions: it shall find legal ones only.
        self.action_space = gymnasium.spaces.Discrete(1 << 20)

    def _first(self, observed: Any) -> Any:
        return {name: value[0] for name, value in observed.items()}

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        observed, _ = self._env.reset(seed=seed, options=options)
        return self._first(observed), {}

    def step(self, action: int) -> Any:
        mask = self._env._mask[0].nonzero()[0]
        chosen = mask[action % len(mask)] if len(mask) else 0
        observed, reward, terminated, truncated, _ = self._env.step([chosen])
        return self._first(observed), reward[0], bool(terminated[0]), bool(truncated[0]), {}


@pytest.mark.filterwarnings("ignore:.*(not of type|different from the unwrapped|spec):UserWarning")
@pytest.mark.parametrize("start", [None, "random setup", PLAIN])
def test_one_game_passes_the_test_of_gymnasium(start: Any) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(One(start=start), skip_render_check=True)


def test_vector_works_in_the_wrappers_of_gymnasium() -> None:
    from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

    bare = vector.ArimaaVectorEnv(16, start="random setup", max_turns=60)
    env = DictInfoToList(RecordEpisodeStatistics(bare))
    observed, _ = env.reset(seed=5)
    assert env.observation_space.contains(observed)
    episodes = 0
    for _ in range(600):
        actions = bare.sample()
        assert env.action_space.contains(actions)
        observed, _, terminated, truncated, infos = env.step(actions)
        episodes += sum("episode" in info for info in infos)
        assert not (terminated & truncated).any()
    assert env.observation_space.contains(observed) and episodes > 16


def test_agents_play_the_games_of_the_reference_engine() -> None:
    env = aec.ArimaaEnv(relative=True)
    chance = random.Random(2)
    steps, ended = 0, set()
    while steps < STEPS // 20:
        env.reset(seed=chance.randrange(1000))
        theirs = batch.Games(1, engine="reference")
        while env.agents:
            seen, reward, terminated, _, info = env.last()
            if terminated:
                winner = int(theirs.winner[0])
                assert reward == (1 if env.agent_selection == f"player_{winner}" else -1)
                assert info["rule"] == theirs.ended_by(0)
                ended.add(info["rule"])
                env.step(None)
                continue
            mask = theirs.legal_mask(completable=True)[0]
            turned = env.agent_selection == "player_1"
            assert turned == theirs.side[0]
            own = batch.flip_vertical(numpy.arange(batch.ACTIONS)) if turned else slice(None)
            assert (seen["action_mask"] == mask[own]).all()
            assert (seen["observation"] == theirs.observe(relative=True)[0]).all()
            action = int(chance.choice(seen["action_mask"].nonzero()[0]))
            env.step(action)
            number = int(batch.flip_vertical([action])[0]) if turned else action
            assert theirs.apply([number])[0]
            steps += 1
    assert ended


@pytest.mark.parametrize(
    ("start", "games", "rules"),
    [
        ("random setup", 8, {"END-3"}),
        # Few pieces: a rabbit is soon moved to its goal by either side, or captured.
        ("g 8/8/6r1/8/4e3/1E6/1r4R1/8", 64, {"END-3", "END-4", "END-6"}),
    ],
)
def test_vector_plays_the_games_of_the_reference_engine(
    start: str, games: int, rules: set[str]
) -> None:
    ended: set[str | None] = set()
    env = vector.ArimaaVectorEnv(games, start=start)
    env.reset(seed=5)
    theirs = batch.Games(env.positions, engine="reference")
    for _ in range(STEPS // 4 // games):
        actions = env.sample()
        acted, over = theirs.side, theirs.winner >= 0
        observed, reward, terminated, _, info = env.step(actions)
        theirs.apply(numpy.where(over, -1, actions), errors={})
        if over.any():
            theirs.restart(over, batch.Games(env.positions, engine="reference"))
        winner = theirs.winner
        assert (terminated == (winner >= 0)).all() and (info["to_play"] == theirs.side).all()
        assert (reward[terminated] == numpy.where(winner == acted, 1, -1)[terminated]).all()
        assert (reward[~terminated] == 0).all()
        assert (observed["action_mask"] == theirs.legal_mask(completable=True)).all()
        assert (observed["observation"] == theirs.observe()).all()
        ended |= {theirs.ended_by(int(row)) for row in terminated.nonzero()[0]}
    assert rules <= ended


def test_illegal_actions_are_refused() -> None:
    env = vector.ArimaaVectorEnv(2, start=PLAIN)
    env.reset()
    with pytest.raises(ValueError, match=r"games \[1\]"):
        env.step([batch.action_number("Ed5n"), batch.END])
    agents = aec.ArimaaEnv(start=PLAIN)
    agents.reset()
    with pytest.raises(ValueError, match="no action of the mask"):
        agents.step(batch.END)
    wrapped = aec.env(start=PLAIN)
    wrapped.reset()
    wrapped.step(batch.END)
    assert wrapped.unwrapped.terminations == {"player_0": True, "player_1": True}


@pytest.mark.parametrize("start", [PLAIN, "s" + PLAIN[1:]])
@pytest.mark.parametrize("most", [1, 2])
def test_games_end_after_so_many_turns_of_either_side(start: str, most: int) -> None:
    env = vector.ArimaaVectorEnv(2, start=start, max_turns=most)
    agents = aec.ArimaaEnv(start=start, max_turns=most)
    env.reset()
    agents.reset()
    played = ["Ed5n", "end", "ra8e", "end"] if start == PLAIN else ["ra8e", "end", "Ed5n", "end"]
    for action in played[: 2 * most]:
        number = batch.action_number(action)
        assert not any(agents.truncations.values())
        agents.step(number)
        _, _, _, truncated, _ = env.step([number] * 2)
        assert truncated.tolist() == [agents.truncations["player_0"]] * 2
    assert agents.truncations == {"player_0": True, "player_1": True}


def test_boards_are_drawn() -> None:
    agents = aec.ArimaaEnv(start=PLAIN, render_mode="ansi")
    agents.reset()
    assert agents.render() == str(Position(PLAIN))
    env = vector.ArimaaVectorEnv(2, start=PLAIN, render_mode="ansi")
    assert env.render() == (str(Position(PLAIN)),) * 2


@pytest.mark.parametrize("relative", [False, True])
def test_environments_without_copies_say_the_same(relative: bool) -> None:
    options: dict[str, Any] = {"start": "random setup", "relative": relative, "max_turns": 40}
    kept = vector.ArimaaVectorEnv(64, **options)
    reused = vector.ArimaaVectorEnv(64, copy=False, **options)
    first, _ = reused.reset(seed=3)
    earlier, _ = kept.reset(seed=3)
    assert (first["observation"] == earlier["observation"]).all()
    assert (first["observation"][0] != first["observation"][1]).any()
    over = 0
    for _ in range(400):
        actions = kept.sample()
        assert (actions == reused.sample()).all()
        ours, theirs = kept.step(actions), reused.step(actions)
        assert ours[0]["observation"] is not earlier["observation"]
        assert theirs[0]["observation"] is first["observation"]
        for name in ("observation", "action_mask"):
            assert (ours[0][name] == theirs[0][name]).all()
        for one, other in zip(ours[1:4], theirs[1:4]):
            assert (one == other).all()
        earlier = ours[0]
        over += int((ours[2] | ours[3]).sum())
    assert over > 64


@pytest.mark.parametrize("keep", [False, True])
def test_what_is_done_to_arrays_that_were_handed_out_changes_no_game(keep: bool) -> None:
    env = vector.ArimaaVectorEnv(2, start="g r7/7R/8/8/8/8/8/8", relative=True, copy=keep)
    observation, info = env.reset(seed=1)
    observation["action_mask"][:] = 1
    with pytest.raises(ValueError, match="mask does not have"):
        env.step([640, 640])
    observation["action_mask"][:] = 0
    info["to_play"][:] = 1
    _, reward, _, _, info = env.step([batch.action_number("Rh7n")] * 2)
    assert reward.tolist() == [0, 0]
    info["to_play"][:] = 1
    _, reward, terminated, _, _ = env.step([batch.END] * 2)
    assert terminated.all() and reward.tolist() == [1, 1]
    agents = aec.ArimaaEnv(start=PLAIN)
    agents.reset()
    agents.observe("player_0")["action_mask"][:] = 1
    with pytest.raises(ValueError, match="no action of the mask"):
        agents.step(640)


def test_what_is_no_number_of_an_action_is_refused_before_anything_is_done() -> None:
    env = vector.ArimaaVectorEnv(2, start=PLAIN)
    env.reset()
    north = batch.action_number("Ed5n")
    for wrong in (-1, batch.ACTIONS, 1 << 40, -batch.ACTIONS + north):
        with pytest.raises(ValueError, match=r"games \[1\]"):
            env.step([north, wrong])
    for shape in ([north + 0.5, north], [north], [north] * 3, [[north], [north]], north):
        with pytest.raises(ValueError, match="actions"):
            env.step(shape)
    assert env.positions == [Position(PLAIN)] * 2
    agents = aec.ArimaaEnv(start=PLAIN)
    agents.reset()
    others: list[Any] = [-1, north - batch.ACTIONS, batch.ACTIONS, north + 0.5, "140", None]
    for other in others:
        with pytest.raises(ValueError, match=r"is no (action|number)"):
            agents.step(other)
    assert agents.position == Position(PLAIN)
    agents.step(numpy.int64(north))


def test_options_that_no_environment_has_are_refused() -> None:
    def make_vector(**options: Any) -> Any:
        return vector.ArimaaVectorEnv(1, **options)

    for make in (make_vector, aec.ArimaaEnv):
        with pytest.raises(ValueError, match="is no `render_mode`: ansi"):
            make(render_mode="human")
        with pytest.raises(ValueError, match="at least one turn"):
            make(max_turns=0)
        with pytest.raises(ValueError, match="no action to begin with"):
            make(start="s R7/8/8/8/8/8/8/r7")
    with pytest.raises(ValueError, match="uint8 or float32"):
        vector.ArimaaVectorEnv(1, dtype="float64")
    env = vector.ArimaaVectorEnv(1, dtype=numpy.float32)
    assert env.observation_space.contains(env.reset()[0])


def test_environments_are_pickled_with_their_games_and_random_numbers() -> None:
    env = vector.ArimaaVectorEnv(4, start="random setup", relative=True)
    env.reset(seed=4)
    for _ in range(30):
        env.step(env.sample())
    again = pickle.loads(pickle.dumps(env))
    for _ in range(300):
        actions = env.sample()
        assert (again.sample() == actions).all()
        one, other = env.step(actions), again.step(actions)
        assert all((one[0][name] == other[0][name]).all() for name in one[0])
        assert all((one[part] == other[part]).all() for part in (1, 2, 3))
    assert again.positions == env.positions
    for agents in (aec.ArimaaEnv(), aec.env()):
        agents.reset(seed=1)
        agents.step(257)
        restored = pickle.loads(pickle.dumps(agents))
        assert restored.unwrapped.position == agents.unwrapped.position
        restored.step(258)
        assert restored.unwrapped.position != agents.unwrapped.position


@pytest.mark.parametrize("start", [PLAIN, "random setup"])
def test_reset_mask_begins_the_games_whose_flag_is_set(start: str) -> None:
    env = vector.ArimaaVectorEnv(3, start=start, max_turns=2)
    mask = numpy.array([False, True, False])
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.reset(options={"reset_mask": mask})
    first, _ = env.reset(seed=2)
    while not env.step(env.sample())[3].all():
        pass
    before = env.positions
    seen, info = env.reset(options={"reset_mask": mask})
    begun = [one == other for one, other in zip(env.positions, before)]
    assert begun == [True, False, True] and info["to_play"][1] == 0
    assert (seen["observation"][1] == first["observation"][1]).all() or start != PLAIN
    _, _, _, truncated, _ = env.step(env.sample())
    assert not truncated.any()
    for wrong in ([False, True, False], numpy.zeros(3, bool), numpy.ones(2, bool), numpy.ones(3)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match="not reset_masks"):
        env.reset(options={"reset_masks": mask})
    with pytest.raises(ValueError, match="at least one game"):
        vector.ArimaaVectorEnv(0)


def test_nothing_is_stepped_before_a_game_has_begun() -> None:
    env, agents = vector.ArimaaVectorEnv(1), aec.ArimaaEnv()
    for act in (lambda: env.step([257]), env.sample, lambda: agents.step(257)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            act()


def test_observations_that_are_held_stay_as_they_were() -> None:
    env = vector.ArimaaVectorEnv(8, start="random setup")
    env.reset(seed=1)
    held: list[Any] = []
    for step in range(30):
        observation = env.step(env.sample())[0]
        # A view of either array holds it, too.
        held.append(observation[("observation", "action_mask")[step % 2]][2:4])
        if step % 3:
            del held[-1]
        kept = [rows.copy() for rows in held]
        del observation
        env.step(env.sample())
        assert all((rows == before).all() for rows, before in zip(held, kept))
    assert len(held) == 10


def test_observations_that_nobody_holds_are_written_over() -> None:
    env = vector.ArimaaVectorEnv(8)
    observation, _ = env.reset(seed=1)
    places = set()
    for _ in range(10):
        observation = env.step(env.sample())[0]
        places.add(observation["observation"].ctypes.data)
    assert len(places) == 2


def test_gymnasium_makes_one_game_by_its_name() -> None:
    env: Any = gymnasium.make("arimaa.vector:Arimaa-v0", start="random setup", max_turns=3)
    observation, info = env.reset(seed=4)
    assert info["to_play"] == 0 and env.unwrapped.position.side == "gold"
    steps, truncated = 0, False
    while not truncated:
        action = int(observation["action_mask"].argmax())
        observation, _, _, truncated, _ = env.step(action)
        steps += 1
    assert 3 <= steps <= 15
    env.reset()
    with pytest.raises(ValueError, match="the mask does not have"):
        env.step(600)
