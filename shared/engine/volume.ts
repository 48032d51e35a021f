/** How large a text is in a reply: in UTF-8, and as part of the JSON string that Lambda makes of the reply. */
export interface Size {
  bytes: number;
  /** The same with every quote and backslash escaped once more. */
  escaped: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The size of a JSON text. JSON.stringify leaves no lone surrogates, so each surrogate is half of 4 bytes. */
export function sizeOf(json: string): Size {
  let bytes = json.length;
  let escapes = 0;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (unit < 0x80) {
      if (unit === QUOTE || unit === BACKSLASH) escapes++;
    } else bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return { bytes, escaped: bytes + escapes };
}
