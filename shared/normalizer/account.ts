import { DETAILS_MAX } from '../limits.ts';
import { Rejection } from '../rejections.ts';
import { SKIPS, type Skip } from '../schemas/normalize-meta.ts';
import { FieldProblem } from './fields/field-problem.ts';
import { type Note, notes } from './notes.ts';

/** Keeps account of one call: the rows that became no record, what is noted, and what is refused. */
export class Account {
  readonly skipped = Object.fromEntries(SKIPS.map((skip) => [skip, 0])) as Record<Skip, number>;
  readonly #notes = new Map<Note, number>();
  readonly #details: string[] = [];

  skip(skip: Skip): void {
    this.skipped[skip]++;
  }

  note(note: Note): void {
    this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
  }

  /** Sentences in the order of their table, each with its count. */
  sentences(): string[] {
    return (Object.keys(notes) as Note[]).flatMap((note) => {
      const count = this.#notes.get(note);
      return count === undefined ? [] : [`${notes[note]}: ${count}.`];
    });
  }

  /** One more reason to refuse; the call goes on until `DETAILS_MAX` are known. */
  refuse(detail: string): void {
    this.#details.push(detail);
    if (this.#details.length >= DETAILS_MAX) this.settle();
  }

  /** What `work` makes of the row at `path`, or `undefined` once its problem is written down. */
  attempt<T>(path: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (problem) {
      if (problem instanceof FieldProblem) this.refuse(`${path}.${problem.message}`);
      else if (problem instanceof Rejection && problem.details.length > 0)
        for (const detail of problem.details) this.refuse(detail);
      else throw problem;
      return undefined;
    }
  }

  /** Ends a call that has something to refuse. */
  settle(): void {
    if (this.#details.length > 0)
      throw new Rejection(
        'invalid_request',
        'Native rows cannot be read; `details` names the first of them.',
        this.#details.slice(0, DETAILS_MAX),
      );
  }
}
