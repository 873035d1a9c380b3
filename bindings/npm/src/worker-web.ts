import { answering } from "./threads.js";

const answer = answering((output) => postMessage(output));
addEventListener("message", ({ data }) => answer(data));
