import { Sum } from '../../money.ts';
import type { Summary } from '../../schemas/report.ts';
import type { Words } from '../checks/check.ts';
import { absentFirst, byCodeUnit } from '../rows/order.ts';
import { SEVERITIES, type Severity } from '../tally/evidence.ts';
import { type Bounded, bounded } from './bounded.ts';
import { type Draft, findingId, largerFirst, magnitudeOf, nameIn } from './findings.ts';

/** Findings that share code, model and channel. */
export interface Cause {
  code: string;
  /** Of the finding's request, or its own; `undefined` where it is unknown. */
  model: string | undefined;
  channelId: string | undefined;
  /** That of the first in the report's order, so none is graver. */
  severity: Severity;
  drafts: [Draft, ...Draft[]];
  /** Exact sum of the amounts. */
  magnitude: Draft['magnitude'];
}

type ByName<T> = Map<string | undefined, T>;

/** What a map holds for a name; an empty map if it holds nothing yet. */
function mapAt<T>(maps: ByName<ByName<T>>, name: string | undefined): ByName<T> {
  const known = maps.get(name) ?? new Map();
  if (known.size === 0) maps.set(name, known);
  return known;
}

/** As findings are ordered, then by model and channel; what is unknown first. */
const byRank = (a: Cause, b: Cause): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  largerFirst(a.magnitude, b.magnitude) ||
  byCodeUnit(a.code, b.code) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

/** The exact sum of several magnitudes. */
function sumOf(parts: readonly { magnitude: Draft['magnitude'] }[]): Draft['magnitude'] {
  const sum = new Sum();
  for (const { magnitude } of parts) sum.add(magnitude.exact);
  return magnitudeOf(sum.value);
}

/**
 * Where the money goes: the findings by code, model and channel, worst first.
 * @param list all findings, in the report's order
 */
export function causesOf(list: readonly Draft[]): Cause[] {
  const byCode: ByName<ByName<ByName<Cause>>> = new Map();
  const causes: Cause[] = [];
  for (const draft of list) {
    const { evidence, magnitude } = draft;
    const { code, severity } = evidence;
    const [model, channelId] = [nameIn(evidence, 'model'), nameIn(evidence, 'channelId')];
    const byChannel = mapAt(mapAt(byCode, code), model);
    const known = byChannel.get(channelId);
    if (known) known.drafts.push(draft);
    else {
      const cause: Cause = { code, model, channelId, severity, drafts: [draft], magnitude };
      byChannel.set(channelId, cause);
      causes.push(cause);
    }
  }
  for (const cause of causes) if (cause.drafts.length > 1) cause.magnitude = sumOf(cause.drafts);
  return causes.sort(byRank);
}

/** A code either has amounts or has none. */
const amountText = ([{ evidence }]: Cause['drafts'], { text }: Draft['magnitude']): string | null =>
  evidence.amount === undefined ? null : text;

/** The causes as the report lists them. */
export const causeLines = (causes: readonly Cause[], max: number): Bounded<Summary['causes'][number]> =>
  bounded(causes, max, ({ code, model, channelId, severity, drafts, magnitude }) => ({
    severity,
    code,
    model: model ?? null,
    channelId: channelId ?? null,
    count: drafts.length,
    amount: amountText(drafts, magnitude),
    findingId: findingId(drafts[0].evidence),
  }));

/** What all findings of each code come to, in the order of the codes. */
function codeLines(
  causes: readonly Cause[],
  wordsOf: (code: string) => Words,
): Summary['findings']['byCode'] {
  const lines: Summary['findings']['byCode'] = {};
  for (const [code, own] of [...Map.groupBy(causes, (cause) => cause.code)].sort(([a], [b]) =>
    byCodeUnit(a, b),
  )) {
    // The worst comes first, so none of the others is graver.
    const [{ severity, drafts }] = own as [Cause, ...Cause[]];
    const { title, remedy } = wordsOf(code);
    const count = own.reduce((sum, cause) => sum + cause.drafts.length, 0);
    lines[code] = { severity, count, amount: amountText(drafts, sumOf(own)), title, remedy };
  }
  return lines;
}

/**
 * How many findings there are, listed or not.
 * @param list all findings, in the report's order
 * @param causes what they come to
 */
export function countsOf(
  list: readonly Draft[],
  causes: readonly Cause[],
  wordsOf: (code: string) => Words,
): Omit<Summary['findings'], 'listed'> {
  const bySeverity: Record<Severity, number> = { critical: 0, warning: 0, info: 0 };
  for (const { evidence } of list) bySeverity[evidence.severity]++;
  return { total: list.length, ...bySeverity, byCode: codeLines(causes, wordsOf) };
}
