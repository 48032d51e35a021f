import { DETAILS_MAX } from '../limits.ts';
import { Rejection } from '../rejections.ts';
import type { Rejects } from './account.ts';
import { type Reason, reasonOf } from './fields/row-problem.ts';
import { type Entry, ROW_FIELDS } from './intake/native.ts';

const sentenceOf = ({ field, index }: Pick<Entry, 'field' | 'index'>, reason: Reason): string =>
  `${field}[${index}]${reason.fields === undefined ? ': ' : '.'}${reasonOf(reason).en}`;

/** The API's way with rows that cannot be read: a call with one of them is refused as a whole. */
export class RefusedCall implements Rejects {
  readonly #rejected: (readonly [Pick<Entry, 'field' | 'index'>, readonly Reason[]])[] = [];

  reject(place: Pick<Entry, 'field' | 'index'>, reasons: readonly Reason[]): void {
    this.#rejected.push([place, reasons]);
  }

  /** @throws Rejection `invalid_request` if a row was rejected; its details name the first ones, in their order */
  throwIfAny(): void {
    if (this.#rejected.length === 0) return;
    const inOrder = this.#rejected.sort(
      ([a], [b]) => ROW_FIELDS.indexOf(a.field) - ROW_FIELDS.indexOf(b.field) || a.index - b.index,
    );
    const details = inOrder.flatMap(([place, reasons]) => reasons.map((reason) => sentenceOf(place, reason)));
    throw new Rejection(
      'invalid_request',
      'Native rows cannot be read; `details` names the first of them.',
      details.slice(0, DETAILS_MAX),
    );
  }
}
