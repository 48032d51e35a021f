import { findBuiltInMapping } from '../files/mapping/built-in-mappings.ts';
import { findChargeBill, findPaymentBill, findUsageReport } from '../normalizer/bills/recognize-bill.ts';
import { unfoldRow } from '../normalizer/bills/unfold.ts';
import type { NativeObject } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';
import { type FileKind, KIND_TEXTS } from './kinds.ts';
import type { OPTION_BY_FIELD } from './options.ts';
import { recognizeFile } from './recognize-file.ts';

const UNKNOWN: Sentence = {
  en: 'is not recognized. Describe its columns in a mapping (docs/mapping.md)',
  zh: '无法识别。请用列映射写明各列的含义（docs/mapping.zh-CN.md）',
};

/** Names of formats, by the kind of a file. */
function findName(kind: FileKind, row: NativeObject, connector: string | undefined) {
  if (kind === 'payments') return findPaymentBill(row) ?? { name: connector };
  if (kind === 'bill') return findUsageReport(row) ?? findChargeBill(row);
  return kind === 'logs' ? { name: connector } : undefined;
}

/**
 * Describes the format of a file that was given without a mapping: its name, or why it is not read and what to do. The
 * sentence continues after the name of the file: `is a gateway’s log`.
 * @param rows first rows of the file
 * @param field field of the input for which the file was given, such as `logs`
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
