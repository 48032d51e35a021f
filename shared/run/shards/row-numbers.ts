import type { Connector } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/registry.ts';
import { RowIdCounter } from '../../normalizer/survey/row-ids.ts';
import { labelOf } from '../columns/id-key.ts';
import type { LogColumns } from '../columns/log-columns.ts';
import type { RowIdsByGateway } from '../link/survey.ts';
import { Labels } from './labels.ts';

/** The numbers of plain rows of one ledger: whether they identify them, by the gateway that wrote the rows. */
export class RowNumbers {
  readonly #counters = new Map<number, RowIdCounter>();
  #contents = new Labels(1);

  #counter(gateway: number): RowIdCounter {
    const known = this.#counters.get(gateway) ?? new RowIdCounter();
    this.#counters.set(gateway, known);
    return known;
  }

  /** @param isOfPass which numbers are looked at now */
  add({ length, table }: LogColumns, isFirst: boolean, isOfPass: (number: number) => boolean): void {
    const { rowId, content, time, gateway } = table.columns;
    for (let row = 0; row < length; row++) {
      const number = rowId[row] as number;
      const own = gateway[row] as number;
      if (number <= 0) {
        if (isFirst) this.#counter(own).add(0, 0);
        continue;
      }
      if (!isOfPass(number)) continue;
      const mark = labelOf(content[row] as number);
      const size = this.#contents.size;
      const known = this.#contents.say(number, mark);
      // An equal row of the same number is a repetition, another one has no name of its own.
      if (this.#contents.size > size) this.#counter(own).add(number, time[row] as number);
      else if (known !== mark) this.#counter(own).add(0, 0);
    }
  }

  begin(expected: number): void {
    this.#contents = new Labels(expected);
  }

  get ids(): RowIdsByGateway {
    return [...this.#counters].map(([gateway, counter]) => [
      (connectors[gateway] as Connector).id,
      counter.ids,
    ]);
  }
}
