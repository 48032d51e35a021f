import { connectors } from '../../connectors/registry.ts';
import type { Rejects } from '../../normalizer/account.ts';
import { type Reason, reasonOf } from '../../normalizer/fields/row-problem.ts';
import { dialectOf } from '../../normalizer/intake/dialect.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { inEach } from '../../sentence.ts';
import type { RejectedLine, RowAside } from '../read/source.ts';
import { statedMoney } from '../read/stated-money.ts';
import { connectorOf, type RunSettings } from '../settings.ts';

/** Keeps rows that cannot be read, by their places in the sources. */
export class RejectedRows implements Rejects {
  readonly lines: RejectedLine[] = [];
  readonly #aside: readonly RowAside[];
  readonly #settings: RunSettings;

  /** @param aside all rows that may be rejected, by their index */
  constructor(aside: readonly RowAside[], settings: RunSettings) {
    this.#aside = aside;
    this.#settings = settings;
  }

  reject({ index }: Pick<Entry, 'index'>, reasons: readonly Reason[]): void {
    const { source, row, field, native } = this.#aside[index] as RowAside;
    const own = connectorOf(this.#settings);
    const gateway = field === 'upstreamCharges' ? dialectOf(native, connectors, own) : own;
    const money = statedMoney(native, field, gateway, this.#settings);
    const said = reasons.map(reasonOf);
    const reason = inEach((language) => said.map((sentence) => sentence[language]).join('; '));
    this.lines.push({ source, row, reason, ...(money && { money }) });
  }
}
