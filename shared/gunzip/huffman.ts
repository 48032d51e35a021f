/** A prefix code: the symbol of each run of bits, the first bit lowest, as `symbol << 4 | length`; 0 where there is none. */
export interface Huffman {
  readonly table: Uint16Array;
  /** Bits of its longest code. */
  readonly bits: number;
}

const LENGTH_MAX = 15;

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}

/**
 * The code whose symbols have these lengths (RFC 1951, 3.2.2).
 * @returns `undefined` where no code has them
 */
export function huffman(lengths: Uint8Array): Huffman | undefined {
  const counts = new Uint16Array(LENGTH_MAX + 1);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] as number) + 1;
  const next = new Uint16Array(LENGTH_MAX + 2);
  let [code, bits] = [0, 0];
  for (let length = 1; length <= LENGTH_MAX; length++) {
    next[length] = code;
    code += counts[length] as number;
    if (code > 1 << length) return undefined;
    code <<= 1;
    if ((counts[length] as number) > 0) bits = length;
  }
  const table = new Uint16Array(1 << bits);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const own = next[length] as number;
    next[length] = own + 1;
    for (let at = reversed(own, length); at < table.length; at += 1 << length)
      table[at] = (symbol << 4) | length;
  }
  return { table, bits };
}
