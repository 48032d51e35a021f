/** An untyped JSON object of the document. */
export type JsonObject = { [key: string]: unknown };
