import type { Ledger } from '../rows/row.ts';

/** Names of subjects by kind. The kind distinguishes, for example, a request that is named like a model. */
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
  /** Ratio of credit to payment of a bonus tier, reduced: `11:10`. */
  bonus: string;
  ledger: Ledger;
  report: 'report';
}

/** Kind of a subject. */
export type SubjectKind = keyof SubjectNames;

/** Subject of a finding: a kind, such as `model`, and a name. */
export type Subject<TKind extends SubjectKind = SubjectKind> = {
  [TOne in TKind]: { readonly kind: TOne; readonly name: SubjectNames[TOne] };
}[TKind];

/** Subject of findings about the whole report. */
export const REPORT_SUBJECT: Subject<'report'> = { kind: 'report', name: 'report' };

/** Formats the name of a subject as one text, for keys and sorting. A name of two parts becomes a JSON array. */
export const formatSubject = ({ name }: Subject): string =>
  typeof name === 'string' ? name : JSON.stringify(name);

const NO_PAIR: readonly string[] = [];

/** Returns both parts of a subject's name (model sold, model served); empty if the name is a single text. */
export const splitSubject = ({ name }: Subject): readonly string[] =>
  typeof name === 'string' ? NO_PAIR : name;
