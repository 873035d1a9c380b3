// The conformance table of docs/conformance.md as data, and its known failures with their cases.
import MarkdownIt from "markdown-it";

const PARTS = /^<!-- conformance: [^]*?-->$([^]*)^<!-- end of conformance -->$/m;
const FAILURE =
  /^- `(?<engine>[^`]+)`: (?<says>.*?(?:\.|\))) (?<cases>`[a-z0-9-]+`(?:, `[a-z0-9-]+`)*)$/;

export function readEngines(text) {
  const written = PARTS.exec(text);
  const generated = written[1].trim().split("\n");
  const rows = generated.filter((line) => line.startsWith("|")).map(cellsOf);
  const [header, , ...engines] = rows;
  const markdown = new MarkdownIt();
  const linked = (prose) => markdown.render(prose.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1"));
  return {
    chapters: header.slice(1, -1),
    engines: engines.map(readEngine),
    failures: generated
      .filter((line) => line.startsWith("- "))
      .map((line) => readFailure(line, markdown)),
    before: linked(text.slice(0, written.index).replace(/^# .*\n/, "")),
    after: linked(text.slice(written.index + written[0].length)),
  };
}

function cellsOf(line) {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function readEngine([title, ...cells]) {
  const { name, version } = /^`(?<name>[^`]+)` (?<version>.*)$/.exec(title).groups;
  const counts = cells.map((cell) => cell.split("/").map(Number));
  return {
    name,
    version: version === "-" ? "" : version,
    chapters: counts.slice(0, -1),
    all: counts.at(-1),
  };
}

function readFailure(line, markdown) {
  const found = FAILURE.exec(line);
  if (!found) {
    throw new Error(`a known failure is not understood: ${line}`);
  }
  const { engine, says, cases } = found.groups;
  const ids = [...cases.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  return { engine, says: markdown.renderInline(says), cases: ids };
}
