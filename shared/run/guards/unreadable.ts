import { Rejection } from '../../rejections.ts';
import { inEach, placed, type Sentence } from '../../sentence.ts';
import type { RejectedLine, Source, SourceField, SourceHead } from '../read/read.ts';
import { OPTION_OF } from './option-of.ts';

/** Reasons that a refusal quotes; they are often all the same. */
const REASONS_SHOWN = 3;
/** Columns that a refusal names. */
const COLUMNS_SHOWN = 50;

/** A part of the rows that is judged for itself: a file, or a ledger. */
interface Part {
  readonly name: string;
  readonly sources: ReadonlySet<number>;
}

function partsOf(sources: readonly Source[]): Part[] {
  const files = sources.map(({ source, place }) => ({ name: place, sources: new Set([source]) }));
  const fields = [...new Set(sources.map(({ field }) => field))];
  return [
    ...files,
    ...fields.map((field: SourceField) => ({
      name: `--${OPTION_OF[field]}`,
      sources: new Set(sources.filter((one) => one.field === field).map(({ source }) => source)),
    })),
  ];
}

const reasonsOf = (rejected: readonly RejectedLine[], sources: readonly Source[]): Sentence[] =>
  rejected.slice(0, REASONS_SHOWN).map(({ source, row, reason }) =>
    placed(
      inEach((language) =>
        language === 'en'
          ? `${sources[source]?.place}, row ${row}`
          : `${sources[source]?.place}，第 ${row} 行`,
      ),
      reason,
    ),
  );

/** What the author of a mapping needs to know of a table of which no row can be read. */
function aboutColumns({ place, mapping }: Source, columns: readonly string[]): Sentence[] {
  if (columns.length === 0) return [];
  const more = columns.length > COLUMNS_SHOWN ? ', …' : '';
  const has = columns.slice(0, COLUMNS_SHOWN).join(', ') + more;
  if (mapping !== undefined) return [{ en: `Its columns are ${has}.`, zh: `它的列是 ${has}。` }];
  return [
    {
      en: `Its columns are ${has}. Say in a mapping what they mean: --mapping ${place}=mapping.json (docs/mapping.md).`,
      zh: `它的列是 ${has}。请用映射说明各列的含义：--mapping ${place}=mapping.json（docs/mapping.zh-CN.md）。`,
    },
  ];
}

/**
 * A header alone is an empty ledger, if it is the header of one.
 * @throws Rejection for a table without rows whose columns nobody knows
 */
export function refuseUnknownHeads(columns: readonly SourceHead[], sources: readonly Source[]): void {
  for (const source of sources) {
    const { rows, looks } = columns[source.source] ?? {};
    if (rows !== 0 || looks?.judged?.kind !== 'unknown' || looks.columns.length === 0) continue;
    throw new Rejection(
      'invalid_request',
      {
        en: `${source.place}: it holds no row, and is no table that is known here.`,
        zh: `${source.place}：没有任何记录，也不是已知的表格。`,
      },
      aboutColumns(source, looks.columns),
    );
  }
}

/** @throws Rejection for a file of which no row can be read, with its columns and how to map them */
function refuseUnreadableFile(
  { looks: { columns, judged } }: SourceHead,
  source: Source,
  rejected: readonly RejectedLine[],
  sources: readonly Source[],
): never {
  const { place } = source;
  const isKnown = judged !== undefined && judged.kind !== 'unknown';
  throw new Rejection(
    'invalid_request',
    { en: `${place}: no row of it can be read.`, zh: `${place}：没有一行可以读取。` },
    [...reasonsOf(rejected, sources), ...(isKnown ? [] : aboutColumns(source, columns))],
  );
}

/**
 * A few rows that cannot be read are listed beside the report. With more, of one file or one ledger, it would be the
 * report of other books.
 * @param columns of the sources, by their numbers
 * @throws Rejection with the first reasons
 */
export function refuseTooManyUnreadable(
  rejected: readonly RejectedLine[],
  columns: readonly SourceHead[],
  shareMax: number,
  sources: readonly Source[],
): void {
  if (rejected.length === 0) return;
  const bySource = Map.groupBy(rejected, ({ source }) => source);
  for (const [number, lines] of bySource) {
    const [part, source] = [columns[number], sources[number]];
    if (part && source && new Set(lines.map(({ row }) => row)).size >= part.rows)
      refuseUnreadableFile(part, source, lines, sources);
  }
  for (const part of partsOf(sources)) {
    const lines = [...part.sources].flatMap((source) => bySource.get(source) ?? []);
    const rows = [...part.sources].reduce((sum, source) => sum + (columns[source]?.rows ?? 0), 0);
    if (lines.length <= shareMax * rows) continue;
    const most = Number((shareMax * 100).toPrecision(6));
    throw new Rejection(
      'invalid_request',
      {
        en: `${part.name}: ${lines.length} of ${rows} rows cannot be read; at most ${most} % may be. --rejected-share allows more; a table whose columns are not recognized needs a mapping (docs/mapping.md).`,
        zh: `${part.name}：${rows} 行中有 ${lines.length} 行无法读取，最多允许 ${most} %（由 --rejected-share 放宽）。无法识别列名的表格需要映射规则（docs/mapping.zh-CN.md）。`,
      },
      reasonsOf(lines, sources),
    );
  }
}
