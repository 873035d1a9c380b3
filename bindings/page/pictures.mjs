// Takes the pictures of docs/page: five views, and a position with a refused step, in two themes and
// two widths, in the Chromium of this machine.
//
//     npm run build && node pictures.mjs FOLDER
import { boardOf, FROZEN, start } from "./tests/browser.mjs";

const [folder] = process.argv.slice(2);
if (!folder) {
  throw new Error("name a folder");
}

const VIEWS = {
  board: "",
  position: boardOf(FROZEN, { steps: "Cc2n" }),
  rules: "#/rules/FRZ-2",
  cases: "#/cases?rule=FRZ-2",
  engines: "#/engines",
  learn: "#/learn",
};
const WIDTHS = { wide: { width: 1200, height: 800 }, phone: { width: 390, height: 760 } };

const site = await start();
for (const [view, hash] of Object.entries(VIEWS)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      const { page, context } = await site.open(hash, { colorScheme, viewport });
      // What is looked up after the view is ready.
      await page.waitForTimeout(1_000);
      await page.screenshot({ path: `${folder}/${view}-${colorScheme}-${width}.png` });
      await context.close();
    }
  }
}
await site.stop();
