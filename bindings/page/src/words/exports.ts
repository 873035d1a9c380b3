/** The sentences of the panel of exports. */
export { message, TOO_LONG } from "../words.ts";

export const SAVE_SVG = "Picture (SVG)";
export const SAVE_PNG = "Picture (PNG)";
export const COMPACT = "Compact board";
export const DIAGRAM = "Diagram";
export const STATE = "State";
export const COMMAND = "Command";
export const QUESTION = "Question of the protocol";
export const QR = "QR code of the link";
export const NO_QR = "The link is too long for a QR code.";
