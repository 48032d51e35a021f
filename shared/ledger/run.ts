import type { FoundWire } from '../engine/report/found.ts';
import { readLedgers } from '../engine/rows/ledgers.ts';
import type { RatioFacts } from '../engine/survey/bonus-tiers.ts';
import { type Context, contextOf } from '../engine/survey/context.ts';
import { Account, type Figures } from '../normalizer/account.ts';
import { NO_SURVEY, type Survey } from '../normalizer/survey/survey.ts';
import { Rejection } from '../rejections.ts';
import type { NormalizeMeta } from '../schemas/normalize-meta.ts';
import { placed, type Sentence } from '../sentence.ts';
import { keys } from './keys.ts';
import { RejectedRows, rejectedLines } from './part-rows.ts';
import type { LedgerSettings } from './settings.ts';
import type { Source } from './source.ts';
import { readJson, type Store } from './store/store.ts';

/** What a run knows so far; the plan of each stage adds to it. Small, plain JSON, told to every task. */
export interface Run {
  readonly settings: LedgerSettings;
  /** How many sources there are. */
  readonly sources: number;
  /** Rows that were read, and those of them that nobody can read. */
  readonly rows: number;
  readonly rejected: number;
  /** Fields that were taken out of rows, by name, and how often; most first. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  /** Of all native rows. */
  readonly survey: Survey;
  /** What became of native rows, and what is worth saying about them. */
  readonly figures: Figures;
  readonly records: Readonly<Pick<NormalizeMeta['rows'], 'downstreamUsage' | 'upstreamCharges' | 'payments'>>;
  /** What all canonical rows show, for the context. */
  readonly latest: number | undefined;
  readonly ratios: RatioFacts;
  readonly context: Context;
  /** What each check's reviews must know, and the codes with any evidence. */
  readonly briefs: Readonly<Record<string, unknown>>;
  readonly seen: readonly string[];
  /** What the findings come to. */
  readonly found: FoundWire;
  /** Buckets in which findings are compared with those of an earlier run; 0 where there is nothing to compare with. */
  readonly meetings: number;
}

/** What the input says beside its rows, read as a request's is. */
const headOf = ({ currency, period, supplied }: LedgerSettings) =>
  readLedgers({
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && { period }),
    downstreamUsage: [],
    ...(supplied.upstreamCharges && { upstreamCharges: [] }),
    ...(supplied.payments && { payments: [] }),
  });

export const contextFor = (settings: LedgerSettings, { latest, ratios }: Pick<Run, 'latest' | 'ratios'>) =>
  contextOf({ ...headOf(settings), latest, ratios });

/** A run before its first stage. */
export function newRun(settings: LedgerSettings, sources: number): Run {
  const nothing = { latest: undefined, ratios: [] };
  return {
    ...{ settings, sources, rows: 0, rejected: 0, stripped: [], survey: NO_SURVEY, ...nothing },
    figures: new Account(new RejectedRows([])).figures(),
    records: { downstreamUsage: 0, upstreamCharges: 0, payments: 0 },
    context: contextFor(settings, nothing),
    ...{ briefs: {}, seen: [] },
    found: { bySeverity: { critical: 0, warning: 0, info: 0 }, causes: [] },
    meetings: 0,
  };
}

/** Reasons that a refusal quotes; they are often all the same. */
const REASONS_SHOWN = 3;

/** Every row that cannot be read, with its file and the reason. */
export async function* unreadableRows(store: Store, sources: number) {
  const list = await readJson<Source[]>(store, keys.sources);
  for await (const { source, row, reason } of rejectedLines(store, sources))
    yield { file: list[source]?.place ?? '', row, reason };
}

/**
 * A few rows that cannot be read are listed beside the report. With more, it would be the report of other books.
 * @throws Rejection with the first reasons
 */
export async function refuseTooManyUnreadable(run: Run, store: Store): Promise<void> {
  const { rejected, rows, sources, settings } = run;
  if (rejected <= settings.rejectedShareMax * rows) return;
  const reasons: Sentence[] = [];
  for await (const { file, row, reason } of unreadableRows(store, sources)) {
    reasons.push(placed({ en: `${file}, row ${row}`, zh: `${file} 第 ${row} 行` }, reason));
    if (reasons.length === REASONS_SHOWN) break;
  }
  throw new Rejection(
    'invalid_request',
    {
      en: `${rejected} of ${rows} rows cannot be read; at most a share of ${settings.rejectedShareMax} may be. A table whose columns are not recognized needs a mapping (docs/mapping.md).`,
      zh: `${rows} 行中有 ${rejected} 行读不了，最多允许的比例是 ${settings.rejectedShareMax}。按列名认不出来的表格需要映射（docs/mapping.zh-CN.md）。`,
    },
    reasons,
  );
}
