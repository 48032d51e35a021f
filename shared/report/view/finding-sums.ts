import { addExact, type Decimal, toDecimal, toPlainText, ZERO } from '../../money/money.ts';
import { SIDES, type Side } from '../../schemas/lists.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { cachePerObject, readCountedAmount, sideOfFinding } from '../answer/findings-of-cause.ts';

/** A finding with facts that filters and sums need. */
interface FindingFacts {
  readonly finding: Finding;
  /** Side in whose sum it counts. Undefined if it counts in none. */
  readonly side: Side | undefined;
  readonly counted: Decimal;
  /** Day of the finding, or hour if the report covers only one day. */
  readonly day: string | undefined;
}

const countedAmounts = cachePerObject((findings: readonly Finding[]) =>
  findings.map((finding) => toDecimal(readCountedAmount(finding))),
);

/**
 * Lists the findings of a report with their facts. Cached because reading the facts takes longer than the sums.
 * @param days day of each finding (or hour, if there is only one day), by its id
 */
export const listFacts = cachePerObject(
  (report: ReconciliationReport, days: Readonly<Record<string, string>> = {}): readonly FindingFacts[] =>
    report.findings.map((finding, index) => ({
      finding,
      side: sideOfFinding(report, finding),
      counted: countedAmounts(report.findings)[index] as Decimal,
      day: days[finding.id],
    })),
);

/** Lists the ids of the customers that the details of a finding name. */
export function listCustomers({ details = {} }: Finding): readonly unknown[] {
  const { userId, userIds, byUser }: Record<string, unknown> = details;
  return [userId ?? [], userIds ?? [], Array.isArray(byUser) ? byUser.map((line) => line.userId) : []].flat();
}

/** Fields by which findings are grouped. A day is an hour if the report covers only one day. */
export type GroupField = 'model' | 'channelId' | 'userId' | 'day';

const NAMES: Readonly<Record<GroupField | 'all', (facts: FindingFacts) => readonly unknown[]>> = {
  all: () => ['all'],
  model: ({ finding }) => [finding.model],
  channelId: ({ finding }) => [finding.channelId],
  userId: ({ finding }) => listCustomers(finding),
  day: ({ day }) => [day],
};

/** Counted amounts of findings by side, as exact decimals. */
type SideSums = Readonly<Record<Side, string>>;
const NOTHING: SideSums = { lost: '0', owed: '0', doubtful: '0' };

/** Number of findings of one model, channel, customer or day, and the sums of their money. */
interface FindingGroup {
  readonly count: number;
  readonly sums: SideSums;
}

/** Findings that match the filters of a view, and their sums. Each sum is computed when it is first needed. */
export class Selection {
  /** Without filters, all listed findings. */
  readonly findings: readonly Finding[];
  /**
   * Whether a filter other than the days is set. Then only the findings of the selection are known, not its figures.
   */
  readonly isFiltered: boolean;
  readonly #facts: readonly FindingFacts[];
  readonly #groups = new Map<string, ReadonlyMap<string, FindingGroup>>();

  constructor(facts: readonly FindingFacts[], isFiltered = false, findings?: readonly Finding[]) {
    this.#facts = facts;
    this.findings = findings ?? facts.map(({ finding }) => finding);
    this.isFiltered = isFiltered;
  }

  /** Sums of all findings by side. */
  get sums(): SideSums {
    return this.groupBy('all').get('all')?.sums ?? NOTHING;
  }

  /** Groups the findings by name. A finding that names several customers is in several groups. */
  groupBy(field: GroupField | 'all'): ReadonlyMap<string, FindingGroup> {
    const groups = this.#groups.get(field) ?? this.#sumByName(NAMES[field]);
    this.#groups.set(field, groups);
    return groups;
  }

  #sumByName(namesOf: (facts: FindingFacts) => readonly unknown[]): ReadonlyMap<string, FindingGroup> {
    const groups = new Map<string, { count: number; readonly sums: Record<Side, Decimal> }>();
    for (const facts of this.#facts)
      for (const name of namesOf(facts)) {
        if (name === undefined) continue;
        const key = String(name);
        const group = groups.get(key) ?? { count: 0, sums: { lost: ZERO, owed: ZERO, doubtful: ZERO } };
        groups.set(key, group);
        group.count++;
        if (facts.side) group.sums[facts.side] = addExact(group.sums[facts.side], facts.counted);
      }
    const toTexts = (sums: Readonly<Record<Side, Decimal>>) =>
      Object.fromEntries(SIDES.map((side) => [side, toPlainText(sums[side])])) as SideSums;
    return new Map([...groups].map(([name, { count, sums }]) => [name, { count, sums: toTexts(sums) }]));
  }
}
