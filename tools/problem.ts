import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import type { Sentence } from '#shared/sentence.ts';

/** Error that ends a command with exit code 2. It never contains a credential or a value of a row. */
export class Problem extends Error {
  readonly sentences: readonly Sentence[];

  /** @param sentences sentences for the user, printed one per line */
  constructor(...sentences: readonly Sentence[]) {
    super(sentences.map((sentence) => sentence[DEFAULT_LANGUAGE]).join('\n'));
    this.sentences = sentences;
  }
}
