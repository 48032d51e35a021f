import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import { findUnreadReportOfFile } from '../normalizer/bills/recognize-bill.ts';
import { hasAnySignature } from '../normalizer/intake/dialect.ts';
import { isAbsent, type NativeObject } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';
import { type FileKind, isUnused, recognizeKind, UNUSED_TEXTS } from './kinds.ts';

/** Number of first rows by which a file is recognized. */
export const SAMPLE_MAX = 200;

/** Kind of a file's rows, and the gateway that wrote them. */
export interface RecognizedFile {
  readonly kind: FileKind;
  /** Id of the gateway that wrote a log or a list of payments. */
  readonly connector?: string;
  /** Whether more than one gateway writes such rows. */
  readonly isAmbiguous: boolean;
  /** Whether rows have amounts only in quota units, so that the quota per unit is needed. */
  readonly needsUnit: boolean;
  /** Reason why a run does not need the rows. */
  readonly unused?: Sentence;
}

type Dialect = Pick<Connector['log'], 'signatures'>;

/** Ids of the gateways whose signature columns the rows have. */
const findWriters = (
  sample: readonly NativeObject[],
  dialectOf: (connector: Connector) => Dialect | undefined,
): readonly string[] =>
  connectors
    .filter((connector) => {
      const dialect = dialectOf(connector);
      return dialect !== undefined && sample.some((row) => hasAnySignature(row, dialect.signatures));
    })
    .map(({ id }) => id);

/** Id columns that distinguish new-api from gateways with the same signature columns. */
const NEW_API_IDS = ['upstream_request_id', 'request_id'];

function findLogWriter(sample: readonly NativeObject[]): Pick<RecognizedFile, 'connector' | 'isAmbiguous'> {
  const writers = findWriters(sample, ({ log }) => log);
  const [writer] = writers;
  const isCertain =
    writers.length === 1 || NEW_API_IDS.some((key) => sample.some((row) => !isAbsent(row[key])));
  return { ...(writer !== undefined && { connector: writer }), isAmbiguous: !isCertain };
}

const hasMoney = (row: NativeObject): boolean =>
  ['charge', 'total_cost', 'cost', 'amount'].some((key) => !isAbsent(row[key]));

/**
 * Recognizes the kind of a file by its first rows, for the command, the page and the workflow.
 * @param rows rows of the file, of which the first 200 are examined
 */
export function recognizeFile(rows: readonly NativeObject[]): RecognizedFile {
  const sample = rows.slice(0, SAMPLE_MAX);
  const kind = recognizeKind(sample);
  const base = { kind, isAmbiguous: false, needsUnit: false };
  if (kind === 'logs') {
    const needsUnit = sample.some((row) => !isAbsent(row.quota) && !hasMoney(row));
    return { ...base, needsUnit, ...findLogWriter(sample) };
  }
  if (kind === 'payments') {
    const [connector] = findWriters(sample, ({ payments }) => payments);
    return { ...base, ...(connector !== undefined && { connector }) };
  }
  if (isUnused(kind)) return { ...base, unused: UNUSED_TEXTS[kind] };
  const unused = kind === 'unread' && sample.map(findUnreadReportOfFile).find(Boolean)?.sentence;
  return { ...base, ...(unused && { unused }) };
}
