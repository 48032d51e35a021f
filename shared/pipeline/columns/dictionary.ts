/** Texts that many rows share, by number; 0 is none. */
export class Dictionary {
  readonly texts: (string | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  toNumber(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /** Turns the numbers of some rows into those of another dictionary, which takes their texts. */
  renumber(numbers: Uint32Array, into: Dictionary): void {
    const known = new Uint32Array(this.texts.length);
    for (let row = 0; row < numbers.length; row++) {
      const number = numbers[row] as number;
      known[number] ||= into.toNumber(this.texts[number]);
      numbers[row] = known[number] as number;
    }
  }
}
