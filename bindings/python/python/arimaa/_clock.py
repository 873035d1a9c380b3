"""The time of a turn."""

from ._native import TimeControl

__all__ = ["TimeControl"]
