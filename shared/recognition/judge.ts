import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import { findUnreadReport } from '../normalizer/bills/recognize-bill.ts';
import { hasAnySignature } from '../normalizer/intake/dialect.ts';
import { isAbsent, type Native } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';
import { isUnused, type Kind, kindOf, UNUSED } from './kinds.ts';

/** Rows that are looked at: exports are alike from the first row to the last. */
export const SAMPLE_MAX = 200;

/** What the rows of a file are. */
export interface Judgement {
  readonly kind: Kind;
  /** Id of the gateway that wrote a log or a list of payments. */
  readonly connector?: string;
  /** More than one gateway writes such rows. */
  readonly isAmbiguous: boolean;
  /** Rows carry quota and no money, so that quotaPerUnit is needed. */
  readonly needsUnit: boolean;
  /** Why nobody needs its rows. */
  readonly unused?: Sentence;
}

type Dialect = Pick<Connector['log'], 'marks'>;

/** The gateways that may have written these rows: those whose marks they show. */
const writersOf = (
  sample: readonly Native[],
  dialectOf: (connector: Connector) => Dialect | undefined,
): readonly string[] =>
  connectors
    .filter((connector) => {
      const dialect = dialectOf(connector);
      return dialect !== undefined && sample.some((row) => hasAnySignature(row, dialect.marks));
    })
    .map(({ id }) => id);

/** Ids that gateways with the same marks as new-api never write. */
const NEW_API_IDS = ['upstream_request_id', 'request_id'];

function logWriter(sample: readonly Native[]): Pick<Judgement, 'connector' | 'isAmbiguous'> {
  const writers = writersOf(sample, ({ log }) => log);
  const [writer] = writers;
  const isCertain =
    writers.length === 1 || NEW_API_IDS.some((key) => sample.some((row) => !isAbsent(row[key])));
  return { ...(writer !== undefined && { connector: writer }), isAmbiguous: !isCertain };
}

const statesMoney = (row: Native): boolean =>
  ['charge', 'total_cost', 'cost', 'amount'].some((key) => !isAbsent(row[key]));

/**
 * Recognizes what a file is by its first rows, for the command, the page and the workflow.
 * @param rows as the file has them; no more than `SAMPLE_MAX` are looked at
 */
export function judge(rows: readonly Native[]): Judgement {
  const sample = rows.slice(0, SAMPLE_MAX);
  const kind = kindOf(sample);
  const known = { kind, isAmbiguous: false, needsUnit: false };
  if (kind === 'logs') {
    const needsUnit = sample.some((row) => !isAbsent(row.quota) && !statesMoney(row));
    return { ...known, needsUnit, ...logWriter(sample) };
  }
  if (kind === 'payments') {
    const [connector] = writersOf(sample, ({ payments }) => payments);
    return { ...known, ...(connector !== undefined && { connector }) };
  }
  if (isUnused(kind)) return { ...known, unused: UNUSED[kind] };
  const unused = kind === 'unread' && sample.map(findUnreadReport).find(Boolean)?.sentence;
  return { ...known, ...(unused && { unused }) };
}
