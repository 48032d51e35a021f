import type { Ledger } from '../rows/row.ts';

/**
 * What a finding is about, by kind: the kind keeps a request named like a model, or an upstream id that reads like
 * a request id, from becoming one finding with it.
 */
interface SubjectNames {
  /** `requestId` */
  request: string;
  /** `upstreamId` */
  charge: string;
  /** `transactionId` */
  payment: string;
  model: string;
  /** A channel of the report, or of one ledger. */
  channel: string | readonly [ledger: Ledger, channelId: string];
  /** A model or a channel, as sold and as served. */
  pair: readonly [sold: string, served: string];
  currency: readonly [ledger: Ledger, currency: string];
  /** `userId` */
  customer: string;
  /** Credited : paid of a bonus tier, reduced: `11:10`. */
  bonus: string;
  ledger: Ledger;
  report: 'report';
}

export type SubjectKind = keyof SubjectNames;

/** A kind and a name of that kind. */
export type Subject<TKind extends SubjectKind = SubjectKind> = {
  [TOne in TKind]: { readonly kind: TOne; readonly name: SubjectNames[TOne] };
}[TKind];

export const REPORT_SUBJECT: Subject<'report'> = { kind: 'report', name: 'report' };

/** The one text that stands for a name, in keys and in the order of findings. */
export const subjectText = ({ name }: Subject): string =>
  typeof name === 'string' ? name : JSON.stringify(name);

const NO_PAIR: readonly string[] = [];

/** Both parts of a name that has two; nothing of any other. */
export const subjectPair = ({ name }: Subject): readonly string[] =>
  typeof name === 'string' ? NO_PAIR : name;
