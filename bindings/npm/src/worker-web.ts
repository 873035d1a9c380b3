import { answering } from "./threads.js";

const answer = answering((said) => postMessage(said));
addEventListener("message", ({ data }) => answer(data));
