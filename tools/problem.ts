import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import type { Sentence } from '#shared/sentence.ts';

/**
 * Error with sentences for the user, which ends a command with exit code 2. It must not contain credentials or values.
 */
export class Problem extends Error {
  readonly sentences: readonly Sentence[];

  /** @param sentences what is wrong, and what the user can do */
  constructor(...sentences: readonly Sentence[]) {
    super(sentences.map((sentence) => sentence[DEFAULT_LANGUAGE]).join('\n'));
    this.sentences = sentences;
  }
}
