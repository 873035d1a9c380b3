// SPEC.md as data: chapters, and in them rules and prose as HTML. Drawings are `arimaa-board`s.
import MarkdownIt from "markdown-it";

const RULE = /^(?<id>[A-Z]{3}-\d+) \((?<kind>[a-z ]+)\)$/;
const BORDER = /\+-{17}\+/g;

/** Reads SPEC.md: its version, preface and chapters, and the ids of all rules and theorems. */
export function readSpec(text) {
  const ids = [...text.matchAll(/^#### ([A-Z]{3}-\d+) /gm)].map((match) => match[1]);
  const theorems = [...text.matchAll(/^- \*\*(THM-\d+)\*\*/gm)].map((match) => match[1]);
  const write = writer(new Set([...ids, ...theorems]));
  const version = /^Specification version \*\*(?<version>[^*]+)\*\*/m.exec(text)?.groups.version;
  const references = text.split("\n").filter((line) => /^\[[^\]]+\]: /.test(line));
  // A chapter and its number stay on one line, where a link can hold both.
  const body = text
    .replace(/\bchapter\n(?=\d)/g, "chapter ")
    .split("\n")
    .filter((line) => !references.includes(line))
    .join("\n");
  const [preface, ...chapters] = body.replace(/^# .*\n/, "").split(/^## /m);
  return {
    version,
    rules: ids,
    theorems,
    preface: write(preface),
    chapters: chapters.map((chapter) => readChapter(chapter, write)),
  };
}

function readChapter(text, write) {
  const [title, ...lines] = text.split("\n");
  const number = /^\d+/.exec(title)?.[0];
  const parts = lines
    .join("\n")
    .split(/^(?=####? )/m)
    .filter((part) => part.trim());
  return {
    slug: number ? `chapter-${number}` : title.toLowerCase().replaceAll(" ", "-"),
    title,
    parts: parts.map((part) => readPart(part, write)),
  };
}

/** Reads a part of a chapter: a rule with its cases, or prose. */
function readPart(text, write) {
  const rule = RULE.exec(/^#### (.*)\n/.exec(text)?.[1] ?? "");
  if (!rule) {
    return { html: write(text) };
  }
  const [, whole] = /^#### .*\n([^]*)$/.exec(text);
  const [statement, cases = ""] = whole.split(/^(?=Cases: )/m);
  if (/\n\n\S/.test(cases)) {
    throw new Error(`behind the cases of a rule stands more: ${cases}`);
  }
  const named = (side) => [...cases.matchAll(new RegExp(`\\b${side}\\s+\`([^\`]+)\``, "g"))];
  return {
    rule: rule.groups.id,
    kind: rule.groups.kind,
    html: write(statement),
    yes: named("yes").map((match) => match[1]),
    no: named("no").map((match) => match[1]),
  };
}

/** Makes a function from Markdown to HTML: links for rules, boards for drawings, marked sources. */
function writer(ids) {
  const markdown = new MarkdownIt({ html: false });
  const { utils } = markdown;
  const { rules } = markdown.renderer;
  rules.text = (tokens, index) => {
    const linked = utils
      .escapeHtml(tokens[index].content)
      .replace(/\b[A-Z]{3}-\d+\b/g, (id) =>
        ids.has(id) ? `<a href="#/rules/${id}">${id}</a>` : id,
      )
      .replace(/\bchapter (\d+)\b/g, '<a href="#/rules/chapter-$1">chapter $1</a>');
    return linked.replaceAll("[", '<span class="source">[').replaceAll("]", "]</span>");
  };
  rules.fence = (tokens, index) => drawing(tokens[index].content, utils.escapeHtml);
  let tables = 0;
  rules.table_open = () => {
    tables += 1;
    const label = `aria-label="Table ${tables}"`;
    return `<div class="table" tabindex="0" role="region" ${label}><table>`;
  };
  rules.table_close = () => "</table></div>";
  return (text) => {
    const written = markdown.render(text);
    const opened = written.split('<span class="source">').length;
    if (opened !== written.split("]</span>").length) {
      throw new Error(`a source has no end: ${text}`);
    }
    return anchors(written);
  };
}

/** Gives each theorem, which is a list item, an anchor, and replaces links to docs by code. */
function anchors(written) {
  return written
    .replace(/<li>\s*<strong>(<a [^>]*>)?(THM-\d+)/g, '<li id="$2" tabindex="-1"><strong>$1$2')
    .replace(/<a href="docs\/[a-z]+\.md">([^<]*)<\/a>/g, "<code>$1</code>");
}

/** Renders a drawing as one board, or two side by side, and any other text as `<pre>`. */
export function drawing(text, escape) {
  const lines = text.split("\n");
  const top = lines.findIndex((line) => line.match(BORDER));
  const starts = top < 0 ? [] : [...lines[top].matchAll(BORDER)].map((match) => match.index);
  const boards = starts.map((start) =>
    lines.slice(top + 1, top + 9).map((line) => letters(line, start)),
  );
  if (
    boards.length === 0 ||
    boards.some((board) => board.some((rank) => !/^[.xA-Za-z]{8}$/.test(rank)))
  ) {
    return `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
  }
  const captions =
    top === 0 ? [] : starts.map((start, index) => caption(lines[0], start, starts[index + 1]));
  const figures = boards.map((board, index) => figure(board, captions[index] ?? "", escape));
  return `<div class="drawings">${figures.join("")}</div>`;
}

/** The eight squares of a drawn rank: every second character behind the border. */
function letters(line, start) {
  return Array.from({ length: 8 }, (_, file) => line[start + 2 + 2 * file] ?? " ").join("");
}

function caption(line, start, end) {
  return line.slice(Math.max(0, start - 1), end && end - 1).trim();
}

function figure(board, title, escape) {
  const ranks = board.map((rank) => rank.replaceAll("x", ".")).join("/");
  const label = escape(title || "board");
  const below = title && `<figcaption>${label}</figcaption>`;
  const drawn = `<arimaa-board coordinates label="${label}" position="${ranks}"></arimaa-board>`;
  return `<figure>${below}${drawn}</figure>`;
}
