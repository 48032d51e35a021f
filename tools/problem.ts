import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import type { Sentence } from '#shared/sentence.ts';

/**
 * What keeps a command from its work, in sentences that say what to do. Exit code 2. It never holds a credential or
 * a row.
 */
export class Problem extends Error {
  readonly sentences: readonly Sentence[];

  /** @param sentences each is a line of its own */
  constructor(...sentences: readonly Sentence[]) {
    super(sentences.map((sentence) => sentence[DEFAULT_LANGUAGE]).join('\n'));
    this.sentences = sentences;
  }
}
