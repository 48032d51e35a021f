import { maskName } from '../../schemas/plain-name.ts';
import { joinFirst, type Sentence, withPrefix } from '../../sentence.ts';
import type { HeadedSource, RejectedSourceRow, Source } from '../read/source.ts';
import type { ReadFacts } from './file-facts.ts';

const REASONS_MAX = 3;
const COLUMNS_MAX = 50;

/** Lists the first different reasons, each with its first row. */
function listReasons(rejected: readonly RejectedSourceRow[], sources: readonly Source[]): Sentence[] {
  const byReason = Map.groupBy(rejected, ({ reason }) => reason.en);
  return [...byReason.values()].slice(0, REASONS_MAX).map(([first]) => {
    const { source, row, reason } = first as RejectedSourceRow;
    const { location } = sources[source] as Source;
    return withPrefix({ en: `${location}, row ${row}`, zh: `${location}，第 ${row} 行` }, reason);
  });
}

/** Describes a table without readable rows for the author of a mapping. */
function describeColumns({ location, mapping }: Source, columns: readonly string[]): Sentence[] {
  if (columns.length === 0) return [];
  const names = joinFirst(columns.map(maskName), COLUMNS_MAX);
  if (mapping !== undefined) return [{ en: `Its columns are ${names}.`, zh: `文件中的列有：${names}。` }];
  return [
    {
      en: `Its columns are ${names}. Describe them in a mapping: --mapping ${location}=mapping.json (docs/mapping.md).`,
      zh: `文件中的列有：${names}。请用列映射写明各列的含义：--mapping ${location}=mapping.json（docs/mapping.zh-CN.md）。`,
    },
  ];
}

/** Refuses a table that consists only of an unknown header. A table with a known header and no rows is accepted. */
export function findUnknownHeaders({ sources }: ReadFacts): readonly Sentence[] {
  for (const source of sources) {
    const { rows, profile } = source.head;
    if (rows !== 0 || profile.recognized?.kind !== 'unknown' || profile.columns.length === 0) continue;
    return [
      {
        en: `${source.location} has no rows, and its columns are not those of a known table. Export it again.`,
        zh: `${source.location}：没有任何记录，各列也不属于已知的表格。请重新导出。`,
      },
      ...describeColumns(source, profile.columns),
    ];
  }
  return [];
}

const isRecognized = ({ head: { profile } }: HeadedSource): boolean =>
  profile.recognized !== undefined && profile.recognized.kind !== 'unknown';

const NO_ADVICE: Sentence = { en: '', zh: '' };
const MAPPING_ADVICE: Sentence = {
  en: ' If its columns are not recognized, use a mapping (docs/mapping.md).',
  zh: '如果列名无法识别，请使用列映射（docs/mapping.zh-CN.md）。',
};

/** Explains a file without readable rows: lists its columns and describes how to map them. */
function explainUnreadableFile(
  source: HeadedSource,
  rejected: readonly RejectedSourceRow[],
  sources: readonly Source[],
): readonly Sentence[] {
  const { location, head } = source;
  return [
    { en: `${location}: none of its rows can be read.`, zh: `${location}：所有行都无法读取。` },
    ...listReasons(rejected, sources),
    ...(isRecognized(source) ? [] : describeColumns(source, head.profile.columns)),
  ];
}

/** Refuses a file whose share of unreadable rows is above `rejectedShareMax`, and names the first reasons. */
export function findUnreadableFiles({
  rejected,
  sources,
  settings: { rejectedShareMax: shareMax },
}: ReadFacts): readonly Sentence[] {
  // Rows that only lack a setting do not count as unreadable: the report lists them with their money.
  const bySource = Map.groupBy(
    rejected.filter(({ lacksSetting }) => !lacksSetting),
    ({ source }) => source,
  );
  for (const [number, rows] of bySource) {
    const source = sources[number] as HeadedSource;
    if (new Set(rows.map(({ row }) => row)).size >= source.head.rows)
      return explainUnreadableFile(source, rows, sources);
  }
  for (const headed of sources) {
    const { source, location, head, mapping } = headed;
    // Rows of an unknown type do not count as unreadable: the report lists them with their money.
    const unreadable = (bySource.get(source) ?? []).filter(({ isOfUnknownKind }) => !isOfUnknownKind);
    const { rows } = head;
    if (unreadable.length <= shareMax * rows) continue;
    const most = Number((shareMax * 100).toPrecision(6));
    const advice = mapping || isRecognized(headed) ? NO_ADVICE : MAPPING_ADVICE;
    return [
      {
        en: `${location}: ${unreadable.length} of ${rows} rows cannot be read, more than the limit of ${most} %. Correct them, or raise --rejected-share.${advice.en}`,
        zh: `${location}：${rows} 行中有 ${unreadable.length} 行无法读取，超过了 ${most} % 的上限。请更正这些行，或调高 --rejected-share。${advice.zh}`,
      },
      ...listReasons(unreadable, sources),
    ];
  }
  return [];
}

/** Refuses a run in which all bills contain only taxes, purchases and other services, but no use of models. */
export function findBillsOfOtherServices({ sources }: ReadFacts): readonly Sentence[] {
  const bills = sources.filter(({ field, head }) => field === 'upstreamCharges' && head.rows > 0);
  if (bills.length === 0 || !bills.every(({ head }) => head.nonUsageSums)) return [];
  return [
    {
      en: 'The bill has no rows for the use of models, only taxes, purchases or other services.',
      zh: '账单中没有模型用量，只有税费、余额充值或其他服务。',
    },
    ...bills.map(({ location, head: { rows, nonUsageSums = [] } }) => {
      const sums = nonUsageSums.map(([currency, sum]) => `, ${sum} ${currency}`.trimEnd()).join('');
      return {
        en: `${location}: ${rows} rows were left out${sums}`,
        zh: `${location}：共 ${rows} 行，都没有计入${sums.replaceAll(', ', '，')}`,
      };
    }),
    {
      en: 'Export the rows of the service to which the models belong, or describe the columns in a mapping (docs/mapping.md).',
      zh: '请导出模型所属服务的账单行，或用列映射说明各列的含义（docs/mapping.zh-CN.md）。',
    },
  ];
}
