const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** ASCII that JSON writes as it is: a character is one byte, whatever happens. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** What JSON may write as an escape, beside halves of surrogate pairs. */
const MAY_ESCAPE = /["\\\p{Cc}]/u;
const utf8 = new TextEncoder();

/**
 * How large values are in a reply: as JSON in UTF-8, and as part of the JSON string that Lambda makes of the reply,
 * where every quote and backslash is escaped once more.
 */
export class Volume {
  bytes: number;
  escapes: number;

  /** @param begun what has been added already */
  constructor({ bytes, escapes }: Pick<Volume, 'bytes' | 'escapes'> = { bytes: 0, escapes: 0 }) {
    this.bytes = bytes;
    this.escapes = escapes;
  }

  /** Bytes once Lambda has escaped the reply. */
  get escaped(): number {
    return this.bytes + this.escapes;
  }

  /** @param json a value, written */
  addJson(json: string): this {
    this.bytes += utf8.encode(json).length;
    for (let i = 0; i < json.length; i++) {
      const unit = json.charCodeAt(i);
      if (unit === QUOTE || unit === BACKSLASH) this.escapes++;
    }
    return this;
  }

  /**
   * Adds a value up without writing it, which a list that is cut would pay for twice.
   * @param value in which names of fields are identifiers
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
      // Two quotes and a colon.
      this.bytes += name.length + 3;
      this.escapes += 2;
      count++;
    }
    this.bytes += 2 + Math.max(count - 1, 0);
  }

  #addText(text: string): void {
    if (PLAIN.test(text)) {
      this.bytes += text.length + 2;
      this.escapes += 2;
    } else if (!MAY_ESCAPE.test(text) && text.isWellFormed()) {
      this.bytes += utf8.encode(text).length + 2;
      this.escapes += 2;
    } else this.#addUnits(text);
  }

  #addUnits(text: string): void {
    let bytes = text.length + 2;
    let escapes = 2;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      // Space and above, neither a quote nor a backslash, in ASCII: one byte, whatever happens.
      if (unit >= 0x20 && unit < 0x80 && unit !== QUOTE && unit !== BACKSLASH) continue;
      const size = sizeOf(unit, text, i);
      bytes += size.bytes - 1;
      escapes += size.escapes;
    }
    this.bytes += bytes;
    this.escapes += escapes;
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** One UTF-16 unit that takes more than its one byte in JSON; half of a surrogate pair counts half of its 4 bytes. */
function sizeOf(unit: number, text: string, at: number): { bytes: number; escapes: number } {
  if (unit === QUOTE || unit === BACKSLASH) return { bytes: 2, escapes: 2 };
  if (unit < 0x20) return { bytes: '\b\t\n\f\r'.includes(text.charAt(at)) ? 2 : 6, escapes: 1 };
  if (unit < 0x800) return { bytes: 2, escapes: 0 };
  const isPaired = isHigh(unit) ? isLow(text.charCodeAt(at + 1)) : isHigh(text.charCodeAt(at - 1));
  if (!isHigh(unit) && !isLow(unit)) return { bytes: 3, escapes: 0 };
  // JSON.stringify writes a lone surrogate as an escape.
  return isPaired ? { bytes: 2, escapes: 0 } : { bytes: 6, escapes: 1 };
}
