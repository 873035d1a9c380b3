"""The notebook of docs/: executed again, it says what it said when it was written.

It is skipped where nbclient, matplotlib or Polars are not installed. After a change that is meant,
`jupyter execute --inplace docs/python.ipynb` writes it anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

for module in ("matplotlib", "ipykernel", "polars"):
    pytest.importorskip(module)
nbformat: Any = pytest.importorskip("nbformat")
nbclient: Any = pytest.importorskip("nbclient")

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs" / "python.ipynb"

# A kernel opens sockets that it does not close.
pytestmark = pytest.mark.filterwarnings("ignore")


def said(notebook: Any) -> list[str]:
    """The text that each cell printed or showed; pictures are left out."""
    return [
        "".join(
            output.get("text") or output.get("data", {}).get("text/plain", "")
            for output in cell.outputs
            if "image/png" not in output.get("data", {})
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def test_notebook_says_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARIMAA_ARCHIVE", raising=False)
    kept = nbformat.read(NOTEBOOK, as_version=4)
    notebook = nbformat.from_dict(kept)
    environment = dict(os.environ)
    client = nbclient.NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    )
    before = said(kept)
    assert sum(bool(text) for text in before) >= 8
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client.execute(env=environment)
    assert said(notebook) == before
    assert NOTEBOOK.stat().st_size < 300_000
