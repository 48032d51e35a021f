import { Sum } from '../../money.ts';
import type { Finding, Summary } from '../../schemas/report.ts';
import type { Code } from '../checks/check.ts';
import { absentFirst, byCodeUnit } from '../rows/order.ts';
import { SEVERITIES, type Severity } from '../tally/evidence.ts';
import { type Bounded, bounded } from './bounded.ts';
import { type Draft, findingId, largerFirst, magnitudeOf, namesOf } from './findings.ts';

/** Findings that add up: how many, and the exact sum of their amounts where they have any. */
class Heap {
  /** The first in the report's order: none of the others is graver. */
  readonly first: Draft;
  count = 0;
  #hasAmount = false;
  readonly #sum = new Sum();

  constructor(first: Draft) {
    this.first = first;
  }

  add({ evidence, magnitude }: Draft): void {
    this.count++;
    this.#hasAmount ||= evidence.amount !== undefined;
    this.#sum.add(magnitude.exact);
  }

  get severity(): Severity {
    return this.first.evidence.severity;
  }

  get magnitude() {
    return this.count === 1 ? this.first.magnitude : magnitudeOf(this.#sum.value);
  }

  get amountText(): string | null {
    return this.#hasAmount ? this.magnitude.text : null;
  }
}

/** The findings of a list by key, each heap begun by the first of its findings. */
function heapsOf(list: readonly Draft[], keyOf: (draft: Draft) => string): Map<string, Heap> {
  const heaps = new Map<string, Heap>();
  for (const draft of list) {
    const key = keyOf(draft);
    let heap = heaps.get(key);
    if (heap === undefined) {
      heap = new Heap(draft);
      heaps.set(key, heap);
    }
    heap.add(draft);
  }
  return heaps;
}

/**
 * How many findings there are, listed or not.
 * @param list all findings, in the report's order
 */
export function countsOf(
  list: readonly Draft[],
  codes: ReadonlyMap<string, Code>,
): Omit<Summary['findings'], 'listed'> {
  const bySeverity: Record<Severity, number> = { critical: 0, warning: 0, info: 0 };
  for (const { evidence } of list) bySeverity[evidence.severity]++;
  const byCode: Summary['findings']['byCode'] = {};
  const heaps = heapsOf(list, ({ evidence }) => evidence.code);
  for (const [code, { severity, count, amountText }] of [...heaps].sort(([a], [b]) => byCodeUnit(a, b))) {
    const { title, remedy } = (codes.get(code) as Code).words.en;
    byCode[code] = { severity, count, amount: amountText, title, remedy };
  }
  return { total: list.length, ...bySeverity, byCode };
}

interface Cause extends Pick<Finding, 'model' | 'channelId'> {
  heap: Heap;
  magnitude: Draft['magnitude'];
}

/** As findings are ordered, then by model and channel; what is unknown first. */
const byRank = (a: Cause, b: Cause): number =>
  SEVERITIES.indexOf(a.heap.severity) - SEVERITIES.indexOf(b.heap.severity) ||
  largerFirst(a.magnitude, b.magnitude) ||
  byCodeUnit(a.heap.first.evidence.code, b.heap.first.evidence.code) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

/**
 * Where the money goes: the findings by code, model and channel, of the finding's request or its own.
 * @param list all findings, in the report's order
 * @param max most entries
 */
export function causesOf(list: readonly Draft[], max: number): Bounded<Summary['causes'][number]> {
  const heaps = heapsOf(list, ({ evidence }) => {
    const { model, channelId } = namesOf(evidence);
    return JSON.stringify([evidence.code, model ?? null, channelId ?? null]);
  });
  const causes = [...heaps.values()]
    .map((heap): Cause => ({ ...namesOf(heap.first.evidence), heap, magnitude: heap.magnitude }))
    .sort(byRank);
  return bounded(causes, max, ({ heap, model, channelId }) => ({
    severity: heap.severity,
    code: heap.first.evidence.code,
    model: model ?? null,
    channelId: channelId ?? null,
    count: heap.count,
    amount: heap.amountText,
    findingId: findingId(heap.first.evidence),
  }));
}
