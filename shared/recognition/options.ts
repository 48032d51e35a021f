import { findBuiltInMapping } from '../files/mapping/built-in-mappings.ts';
import { findChargeBill, findPaymentBill, findUsageReport } from '../normalizer/bills/recognize-bill.ts';
import { unfoldRow } from '../normalizer/bills/unfold.ts';
import type { NativeObject, RowField } from '../normalizer/intake/native.ts';
import { type Sentence, withPrefix } from '../sentence.ts';
import { type FileKind, KIND_TEXTS, type RecognizedFile, recognizeFile } from './recognize-file.ts';

/** Options and settings that take files. */
type FileOption = 'logs' | 'upstream' | 'payments' | 'channels';

/** Option for the rows of each field. */
export const OPTION_BY_FIELD = {
  logs: 'logs',
  channels: 'channels',
  upstreamCharges: 'upstream',
  payments: 'payments',
} as const satisfies Record<RowField, FileOption>;

/** Options that accept a file of each kind, the most likely first. */
const OPTIONS_BY_KIND: Readonly<Partial<Record<FileKind, readonly FileOption[]>>> = {
  logs: ['logs', 'upstream'],
  ledgers: ['logs'],
  bill: ['upstream'],
  payments: ['payments'],
  channels: ['channels'],
};

/**
 * Describes why a file was passed with the wrong option, and which option accepts it; `undefined` if this option does,
 * or if the kind of the file is unknown.
 */
export function describeMisplacedFile(
  file: string,
  { kind, unused }: RecognizedFile,
  given: FileOption,
): Sentence | undefined {
  if (kind === 'unknown' || kind === 'unread') return undefined;
  const options = OPTIONS_BY_KIND[kind] ?? [];
  if (options.includes(given)) return undefined;
  const [right] = options;
  if (right === undefined)
    return (
      unused &&
      withPrefix(file, {
        en: `${unused.en}. Remove it from --${given}`,
        zh: `${unused.zh}。请从 --${given} 中移除`,
      })
    );
  const called = KIND_TEXTS[kind as keyof typeof KIND_TEXTS];
  return withPrefix(file, {
    en: `${called.en}. Supply it with --${right} instead of --${given}`,
    zh: `${called.zh}。请改用 --${right} 提供，不要放在 --${given} 中`,
  });
}

const UNKNOWN: Sentence = {
  en: 'is not recognized. Describe its columns in a mapping (docs/mapping.md)',
  zh: '无法识别。请用列映射写明各列的含义（docs/mapping.zh-CN.md）',
};

function findName(kind: FileKind, row: NativeObject, connector: string | undefined) {
  if (kind === 'payments') return findPaymentBill(row) ?? { name: connector };
  if (kind === 'bill') return findUsageReport(row) ?? findChargeBill(row);
  return kind === 'logs' ? { name: connector } : undefined;
}

/**
 * Describes the format of a file that was given for a field without a mapping, by its first rows: its name, or why it
 * is not read and what to do. The sentence continues after the name of the file: `is a gateway’s log`.
 */
export function describeFormat(rows: readonly NativeObject[], field: keyof typeof OPTION_BY_FIELD): Sentence {
  const sample = rows.flatMap((row) => unfoldRow(row) as NativeObject[]);
  const [first] = sample;
  if (first === undefined) return UNKNOWN;
  const { kind, connector, unused } = recognizeFile(sample);
  if (unused) return unused;
  const { name, nameInChinese = name }: { name?: string | undefined; nameInChinese?: string } =
    findBuiltInMapping(field, first) ?? findName(kind, first, connector) ?? {};
  if (name !== undefined)
    return {
      en: `is recognized as ${name} and needs no mapping`,
      zh: `已识别：${nameInChinese}，不需要列映射`,
    };
  return Object.hasOwn(KIND_TEXTS, kind) ? KIND_TEXTS[kind as keyof typeof KIND_TEXTS] : UNKNOWN;
}
