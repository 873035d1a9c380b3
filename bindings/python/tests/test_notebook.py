"""The notebooks: executed again, they say what they said when they were written.

They are skipped where nbclient, matplotlib, Polars or gymnasium are not installed. After a change
that is meant, `jupyter execute --inplace NOTEBOOK` writes one anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

for module in ("gymnasium", "matplotlib", "ipykernel", "polars"):
    pytest.importorskip(module)
nbformat: Any = pytest.importorskip("nbformat")
nbclient: Any = pytest.importorskip("nbclient")

PACKAGE = Path(__file__).resolve().parents[1]

# With the least number of cells that print something.
NOTEBOOKS = [
    (PACKAGE.parents[1] / "docs" / "python.ipynb", 8),
    (PACKAGE / "examples" / "league.ipynb", 6),
]

# A kernel opens sockets that it does not close.
pytestmark = pytest.mark.filterwarnings("ignore")


def printed(notebook: Any) -> list[str]:
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


@pytest.mark.parametrize(("path", "printing"), NOTEBOOKS, ids=["python", "league"])
def test_notebook_prints_its_saved_outputs_again(
    path: Path, printing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARIMAA_ARCHIVE", raising=False)
    kept = nbformat.read(path, as_version=4)
    notebook = nbformat.from_dict(kept)
    environment = dict(os.environ)
    client = nbclient.NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}
    )
    before = printed(kept)
    assert sum(bool(text) for text in before) >= printing
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client.execute(env=environment)
    assert printed(notebook) == before
    assert path.stat().st_size < 300_000
