import type { Connector } from '../../connectors/connector.ts';
import { RowProblem } from '../fields/row-problem.ts';
import type { Entry } from '../intake/native.ts';
import { kindOf } from './classify.ts';
import { type LogRow, readLogRow } from './log-row.ts';

/** A consume row, where it is one that can be read: whoever classifies all rows says what is wrong with another. */
export function consumeRowOf(entry: Entry, connector: Connector): LogRow | undefined {
  try {
    return kindOf(entry, connector).kind === 'consume' ? readLogRow(entry, 'consume', connector) : undefined;
  } catch (problem) {
    if (problem instanceof RowProblem) return undefined;
    throw problem;
  }
}
