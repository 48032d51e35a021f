/** A part of the document: JSON that no type of ours describes. */
export type JsonObject = { [key: string]: unknown };
