import { decimal, plain } from '../../money.ts';
import { nameTextOf, type Subject } from '../groups/subject.ts';
import type { Severity } from '../tally/evidence.ts';
import type { Monoid } from '../tally/monoid.ts';
import { type Cause, causesOf, gathered, type SeverityCounts, severityCounts } from './causes.ts';
import { type Draft, draftOf, magnitudeOf } from './findings.ts';

/** What findings come to, all of them or those of some subjects. */
export interface Found {
  bySeverity: SeverityCounts;
  /** In the report's order. */
  causes: readonly Cause[];
}

export const foundOf = (list: readonly Draft[]): Found => ({
  bySeverity: severityCounts(list),
  causes: causesOf(list),
});

/** Of the worst finding of a cause, what names and orders it. */
interface WorstWire {
  code: string;
  subject: Subject;
  severity: Severity;
  /** Absent where the code has no amount. */
  amount?: string;
  magnitude: string;
  counted: string;
}
interface CauseWire extends Pick<Cause, 'count'> {
  model?: string | undefined;
  channelId?: string | undefined;
  since?: number | undefined;
  amount: string;
  counted: string;
  worst: WorstWire;
}
export interface FoundWire {
  bySeverity: SeverityCounts;
  causes: CauseWire[];
}

const packWorst = ({ evidence: { code, subject, severity, amount }, text, counted }: Draft): WorstWire => ({
  code,
  subject,
  severity,
  magnitude: text,
  counted: plain(counted),
  ...(amount && { amount: plain(amount) }),
});

const unpackWorst = ({ amount, magnitude, counted, ...evidence }: WorstWire): Draft =>
  draftOf(
    { ...evidence, cases: 1, ...(amount !== undefined && { amount: decimal(amount) }) },
    nameTextOf(evidence.subject),
    decimal(magnitude),
    decimal(counted),
  );

/** Counts and causes of separate subjects add up. */
export const found: Monoid<Found, FoundWire> = {
  empty: () => ({ bySeverity: { critical: 0, warning: 0, info: 0 }, causes: [] }),
  merge: (into, { bySeverity, causes }) => {
    for (const severity of Object.keys(bySeverity) as Severity[])
      into.bySeverity[severity] += bySeverity[severity];
    into.causes = gathered([...into.causes, ...causes]);
  },
  pack: ({ bySeverity, causes }) => ({
    bySeverity,
    causes: causes.map(({ model, channelId, count, since, magnitude, counted, worst }) => ({
      model,
      channelId,
      count,
      since,
      amount: magnitude.text,
      counted: counted.text,
      worst: packWorst(worst),
    })),
  }),
  unpack: ({ bySeverity, causes }) => ({
    bySeverity,
    causes: causes.map(({ model, channelId, count, since, amount, counted, worst }) => ({
      model,
      channelId,
      count,
      since,
      magnitude: magnitudeOf(decimal(amount)),
      counted: magnitudeOf(decimal(counted)),
      worst: unpackWorst(worst),
    })),
  }),
};
