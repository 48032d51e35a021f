/**
 * Numbers texts that many rows share, such as names of models, to store only a number for each row; 0 means no text.
 */
export class Dictionary {
  readonly texts: (string | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  toNumber(text: string | undefined): number {
    if (text === undefined) return 0;
    const existing = this.#numbers.get(text);
    if (existing !== undefined) return existing;
    const number = this.texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /**
   * Replaces each number of this dictionary in the array by that of the same text in `into`, adding it if necessary.
   */
  renumber(numbers: Uint32Array, into: Dictionary): void {
    const renumbered = new Uint32Array(this.texts.length);
    for (let row = 0; row < numbers.length; row++) {
      const number = numbers[row] as number;
      renumbered[number] ||= into.toNumber(this.texts[number]);
      numbers[row] = renumbered[number] as number;
    }
  }
}
