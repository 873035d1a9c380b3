import { parentPort } from "node:worker_threads";

import { answering } from "./threads.js";

parentPort?.on("message", answering((output) => parentPort?.postMessage(output)));
