import type { Sentence } from '#shared/sentence.ts';

/** What ends a reading, in a sentence for the person who runs it. It never holds a credential or a row. */
export class ReadingProblem extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.en);
    this.sentence = sentence;
  }
}

/** The gateway's "no" to a request, whatever the status it says it with. */
export class Refused extends ReadingProblem {
  readonly status: number;
  /** The gateway's own words, masked and shortened; empty where it said none. */
  readonly quote: string;

  constructor(sentence: Sentence, status: number, quote: string) {
    super(sentence);
    this.status = status;
    this.quote = quote;
  }
}
