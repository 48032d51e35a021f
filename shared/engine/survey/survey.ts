import type { Ledgers } from '../rows/ledgers.ts';
import { LEDGERS } from '../rows/row.ts';
import { addRatio, mergeRatios, type RatioFacts, type Ratios, ratioFactsOf } from './bonus-tiers.ts';
import { type Context, type ContextFacts, contextOf } from './context.ts';
import { addHeadPrint, addLanes, addRowPrint, fingerprintText, type Lanes } from './fingerprint.ts';

/** What some rows add to the name of the input and to the context of all. Plain JSON. */
export interface RowSurvey {
  readonly lanes: Lanes;
  readonly latest: number | undefined;
  readonly ratios: RatioFacts;
}

/** What only a look at all rows can tell: the context of every shard, and the name of the input. Plain JSON. */
export interface Survey {
  context: Context;
  inputFingerprint: string;
}

export const NO_ROWS: RowSurvey = { lanes: [0, 0, 0, 0], latest: undefined, ratios: [] };

export function surveyRows(ledgers: Ledgers): RowSurvey {
  const lanes: Lanes = [0, 0, 0, 0];
  const ratios: Ratios = new Map();
  let latest: number | undefined;
  for (const ledger of LEDGERS)
    for (const row of ledgers[ledger]) {
      addRowPrint(lanes, row);
      if (latest === undefined || row.occurredAt > latest) latest = row.occurredAt;
    }
  for (const row of ledgers.payments) addRatio(ratios, row, ledgers.currency);
  return { lanes, latest, ratios: ratioFactsOf(ratios) };
}

/** The later of two times; either may be unknown. */
export const later = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

/** The survey of the rows of both. */
export const mergeRowSurveys = (a: RowSurvey, b: RowSurvey): RowSurvey => ({
  lanes: addLanes(a.lanes, b.lanes),
  latest: later(a.latest, b.latest),
  ratios: mergeRatios(a.ratios, b.ratios),
});

/** The survey of all rows, with what the input says beside them. */
export function surveyOf(
  { lanes, latest, ratios }: RowSurvey,
  head: Omit<ContextFacts, 'latest' | 'ratios'>,
): Survey {
  const { currency, start, end, supplied } = head;
  const whole: Lanes = [...lanes];
  addHeadPrint(whole, [currency, `${start}`, `${end}`, ...LEDGERS.map((ledger) => `${supplied[ledger]}`)]);
  return { context: contextOf({ ...head, latest, ratios }), inputFingerprint: fingerprintText(whole) };
}

export const survey = (ledgers: Ledgers): Survey => surveyOf(surveyRows(ledgers), ledgers);
