import { parseInstant } from '../../civil-time.ts';
import { DAY_MS, HOUR_MS, inferLocalDay, MINUTE_MS } from '../../instant.ts';
import type { Sentence } from '../../sentence.ts';
import type { LinkedFacts } from './file-facts.ts';

const REASONS_LEFT_OUT = {
  none: {
    en: 'their types are listed under "none" in its mapping',
    zh: '列映射把它们的类别列为 "none"',
  },
  skip: { en: 'they match "skip" in its mapping', zh: '符合列映射中的 "skip"' },
} as const;

function describeRowsLeftOut(location: string, rows: number, sum: string, { en, zh }: Sentence): Sentence {
  return {
    en: `${location}: ${rows} ${rows === 1 ? 'row is' : 'rows are'} left out, ${sum}: ${en}.`,
    zh: `${location}：${rows} 行未计入，共 ${sum}：${zh}。`,
  };
}

/**
 * Describes what is uncertain in files read by a mapping: times without a time zone, which were read as UTC; money in
 * rows that were left out; and a last line that the mapping names but the file lacks.
 */
export const describeMappings = ({ sources, settings }: LinkedFacts): Sentence[] =>
  sources.flatMap(({ location, head: { profile } }) =>
    [
      profile.assumesUtc
        ? {
            en: `The times of ${location} have no time zone and were read as UTC. If they are local, set "timeZone" in its mapping.`,
            zh: `${location} 中的时间没有写明时区，已按 UTC 读取。如果是当地时间，请在列映射中填写 "timeZone"。`,
          }
        : [],
      profile.leftOut.map(({ by, rows, amount, currency }) => {
        const sum = `${amount} ${currency || (settings.currency ?? 'USD')}`;
        return describeRowsLeftOut(location, rows, sum, profile.leftOutMeans ?? REASONS_LEFT_OUT[by]);
      }),
      profile.lacksEnd
        ? {
            en: `${location} lacks the last line that "end" in its mapping expects, so it may be cut off. Download it again.`,
            zh: `${location} 中没有列映射 "end" 所写的结尾行，可能被截断。请重新下载。`,
          }
        : [],
    ].flat(),
  );

/** Describes the quota per unit of money that was found in the rows of the log. Empty if the settings contain it. */
export const describeLogUnit = ({
  settings: { isUnitOfLog, quotaPerUnit },
}: Pick<LinkedFacts, 'settings'>): Sentence[] =>
  isUnitOfLog
    ? [
        {
          en: `The quota per unit was not set, so ${quotaPerUnit} was used, as found in the log.`,
          zh: `没有设置每单位额度，已按日志中的记录采用 ${quotaPerUnit}。`,
        },
      ]
    : [];

/** Describes how amounts of a file are read if the settings contain its quota per unit, currency or factor. */
export const describeFileTerms = ({ sources }: LinkedFacts): Sentence[] =>
  sources.flatMap(({ location, quotaPerUnit, currency, factor }) => {
    const terms = [
      [quotaPerUnit, `${quotaPerUnit} quota per unit`, `每 ${quotaPerUnit} 额度为 1`],
      [currency, `in ${currency}`, `以 ${currency} 计`],
      [factor, `times ${factor}`, `乘以 ${factor}`],
    ] as const;
    const configured = terms.filter(([value]) => value !== undefined);
    if (configured.length === 0) return [];
    return {
      en: `${location}: amounts are read according to the settings (${configured.map(([, en]) => en).join(', ')}).`,
      zh: `按设置，${location} 中的金额${configured.map(([, , zh]) => zh).join('，')}。`,
    };
  });

/** Describes bills of which no request id is in the log. They are compared by totals. */
export const describeBillsWithoutIds = ({ unknownBills, sources }: LinkedFacts): Sentence[] =>
  sources
    .filter(({ source }) => unknownBills.sources.has(source))
    .map(({ location }) => ({
      en: `No id in ${location} matches a request in the log, so the bill is compared by totals.`,
      zh: `${location} 的 ID 都无法与日志中的请求匹配，因此按合计比较。`,
    }));

/** Fewest days of a bill from which its time zone is inferred. */
const DAYS_MIN = 2;

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** Offsets of time zones are multiples of it. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/**
 * Finds the time zone of a bill whose rows are all whole days of a zone other than UTC, as an offset such as `+08:00`.
 * Undefined for other bills, and if the settings contain a time zone.
 */
export function findBillTimeZone({
  billed,
  lineFacts,
  settings: { timeZone },
}: Pick<LinkedFacts, 'billed' | 'lineFacts' | 'settings'>): string | undefined {
  if (timeZone !== undefined) return undefined;
  const rows = billed.map(({ occurredAt }, index) => {
    const start = parseInstant(occurredAt);
    return { start, lengthMs: (lineFacts[index]?.endsAt ?? start + DAY_MS) - start };
  });
  const starts = new Set(rows.map(({ start }) => start));
  const [first] = starts;
  if (first === undefined || starts.size < DAYS_MIN) return undefined;
  if (first % DAY_MS === 0 || first % QUARTER_HOUR_MS !== 0) return undefined;
  if (rows.some(({ start, lengthMs }) => (start - first) % DAY_MS !== 0 || lengthMs < DAY_MS))
    return undefined;
  const { offsetMs } = inferLocalDay(first);
  const size = Math.abs(offsetMs);
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(size / HOUR_MS))}:${twoDigits((size % HOUR_MS) / MINUTE_MS)}`;
}

/** Suggests to set `timeZone` to the time zone of the bill's days, if `findBillTimeZone` found one. */
export function suggestTimeZone(zone: string | undefined): Sentence[] {
  if (zone === undefined) return [];
  return [
    {
      en: `The bill’s days are in UTC${zone}, but this report’s days are in UTC. To use the same days, set "timeZone": "${zone}" in the settings.`,
      zh: `账单按 UTC${zone} 划分日期，而本报告按 UTC 划分。在设置中填写 "timeZone": "${zone}" 即可一致。`,
    },
  ];
}
