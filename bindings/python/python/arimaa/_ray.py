"""Answers units on a cluster of Ray, which schedules them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from socket import create_connection
from typing import Any, TypeVar

from ._places import JobError

Item = TypeVar("Item")
Result = TypeVar("Result")

# How often a unit is begun again after its worker or its node is gone. One that ends every worker
# is given up then, and reported.
_RETRIES = 4


def connect(address: str) -> None:
    """Joins a cluster: `auto` for the one of this machine, or `HOST:PORT`."""
    # One thread for each processor that Ray assigns: it starts as many workers as there are.
    environment = {"env_vars": {"RAYON_NUM_THREADS": "1"}}
    host, _, port = address.rpartition(":")
    try:
        if host and port.isdecimal():
            # Ray itself asks for minutes if there is no answer.
            create_connection((host, int(port)), timeout=30).close()
        _ray().init(
            address=address, runtime_env=environment, log_to_driver=False, logging_level="WARNING"
        )
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise JobError(f"{address}: {error}") from error


def on_cluster(
    function: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, Result | JobError]]:
    """Yields the result of a function for each item, or its error, as they become ready."""
    ray = _ray()

    def asked(item: Item) -> Result:
        return function(item)

    remote = ray.remote(num_cpus=1, max_retries=_RETRIES)(asked)
    waiting = {remote.remote(item): item for item in items}
    if not waiting:
        return
    for reference in ray.util.as_completed(list(waiting), yield_obj_refs=True):
        item = waiting.pop(reference)
        try:
            result = ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            cause = error.cause
            yield item, cause if isinstance(cause, JobError) else JobError(f"{item}: {cause!r}")
        except ray.exceptions.RayError as error:
            yield item, JobError(f"{item}: {error}")
        else:
            yield item, result


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError as error:
        raise JobError(f"--ray needs Ray, `pip install ray`: {error}") from error
