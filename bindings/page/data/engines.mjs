// docs/conformance.md as HTML: titles on cells, and links to chapters, rules and cases.
import MarkdownIt from "markdown-it";

const LABEL = "Cases passed, failed and skipped by chapter of the rules";
const FAILURES = "What each engine fails, and what it does instead";
const KEY = "Passed; ✗ failed; – skipped, because the engine cannot be asked.";

const region = (label) => `<div class="table" role="region" tabindex="0" aria-label="${label}">`;

/** Renders docs/conformance.md without its title as HTML, with the cases of these ids as links. */
export function readEngines(text, ids) {
  const prose = text.replace(/^# .*\n/, "").replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  return new MarkdownIt({ html: true })
    .render(prose)
    // The policy of the page allows no style of an element.
    .replace(/ style="[^"]*"/g, "")
    .replace("<table>", `${region(LABEL)}<table class="engines">`)
    .replace("<table>", `${region(FAILURES)}<table class="failures">`)
    .replaceAll("</table>", "</table></div>")
    .replace("</table></div>", `$&\n<p class="key">${KEY}</p>\n<h2>Known failures</h2>`)
    .replace(/<th>(\d+)<\/th>/g, '<th><a href="#/rules/chapter-$1" aria-label="Chapter $1">$1</a></th>')
    .replace(/<td>(<code>.*?)<\/td>/g, '<th scope="row">$1</th>')
    .replace(/<td>(\d+)\/(\d+)\/(\d+)<\/td>/g, (_, ...counts) => cell(counts.map(Number)))
    .replace(/\b[A-Z]{3}-\d+\b/g, '<a href="#/rules/$&">$&</a>')
    .replace(/<code>([a-z0-9-]+)<\/code>/g, (code, id) => (ids.has(id) ? `<a href="#/cases/${id}">${id}</a>` : code));
}

/** Renders a table cell with its three numbers; the class says whether something failed. */
function cell([passed, failed, skipped]) {
  const look = failed > 0 ? "failed" : passed > 0 ? "passed" : "skipped";
  const fails = failed > 0 ? `<span class="fails">✗ ${failed}</span>` : "";
  const skips = skipped > 0 ? `<span class="skips">– ${skipped}</span>` : "";
  const title = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `<td class="${look}" title="${title}"><span class="passes">${passed}</span>${fails}${skips}</td>`;
}
