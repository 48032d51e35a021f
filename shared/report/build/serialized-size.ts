/** Matches text that JSON writes unchanged, one byte per character. */
const PLAIN = /^[ !#-[\]-~]*$/;
const utf8 = new TextEncoder();

/**
 * Computes the size of a response without serializing it: as JSON in UTF-8 (`bytes`), and after Lambda has put this
 * JSON into a JSON string, which adds a backslash before each quotation mark and backslash (`escaped`).
 */
export class SerializedSize {
  /** Size as JSON, in bytes of UTF-8. */
  bytes = 0;
  /** Number of quotation marks and backslashes in the JSON. */
  escapes = 0;

  /** Size in bytes after Lambda has put the JSON into a string. */
  get escaped(): number {
    return this.bytes + this.escapes;
  }

  /** Adds the size of a text that is JSON already. */
  addJson(json: string): this {
    this.bytes += utf8.encode(json).length;
    // As JSON, the text gets a backslash for each of its own and for each quotation mark, and two quotation marks.
    this.escapes += JSON.stringify(json).length - json.length - 2;
    return this;
  }

  /**
   * Adds the size of a value without serializing it.
   * @param value a JSON value whose field names are plain identifiers, which JSON need not escape
   */
  add(value: unknown): this {
    if (typeof value === 'string') this.#addText(value);
    else if (Array.isArray(value)) this.#addItems(value);
    else if (typeof value === 'object' && value !== null) this.#addFields(value as Record<string, unknown>);
    else this.bytes += `${value}`.length;
    return this;
  }

  #addItems(items: readonly unknown[]): void {
    this.bytes += 2 + Math.max(items.length - 1, 0);
    for (const item of items) this.add(item);
  }

  #addFields(fields: Record<string, unknown>): void {
    let count = 0;
    for (const name in fields) {
      const value = fields[name];
      if (value === undefined) continue;
      this.add(value);
      // Add the two quotation marks and the colon of the name.
      this.bytes += name.length + 3;
      this.escapes += 2;
      count++;
    }
    this.bytes += 2 + Math.max(count - 1, 0);
  }

  #addText(text: string): void {
    if (!PLAIN.test(text)) this.addJson(JSON.stringify(text));
    else {
      this.bytes += text.length + 2;
      this.escapes += 2;
    }
  }
}
