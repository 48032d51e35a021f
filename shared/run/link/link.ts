import type { Ledger } from '../../engine/rows/row.ts';
import type { Purchase } from '../../facts.ts';
import { Account, type Accounted } from '../../normalizer/account.ts';
import type { CountedUsage } from '../../normalizer/bills/bill-tokens.ts';
import type { ExportContext } from '../../normalizer/context.ts';
import { asWritten } from '../../normalizer/intake/dialect.ts';
import type { DownstreamUsage } from '../../normalizer/records/downstream.ts';
import { type PlacedCharge, underItsChannel } from '../../normalizer/records/upstream.ts';
import type { LogSurvey } from '../../normalizer/survey/survey.ts';
import type { PaymentFacts } from '../../payment-facts.ts';
import type { Converted } from '../../prices/run-report.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  Tokens,
  UpstreamRecord,
} from '../../schemas/reconciliation-input.ts';
import type { Columns, RejectedLine, RowAside } from '../read/source.ts';
import { normalizerSettings, type RunSettings } from '../settings.ts';
import { type BesideSales, besideSales, inOrder } from './beside-sales.ts';
import { atRates } from './converted.ts';
import { type AsideIds, entriesOf, idsAside } from './entries.ts';
import type { Joined } from './joins.ts';
import { normalized, type PlacedRecords } from './normalized.ts';
import { apartOf, type PlainRows, plainRows } from './plain-rows.ts';
import { RejectedRows } from './rejected-rows.ts';
import { RepeatCounter, type Repeats } from './repeat-counter.ts';
import { identifiedIn, surveyAll } from './survey.ts';

/** The books of a run, or of a shard: plain rows in columns and their joins, all other rows as records. */
export interface Books extends PlainRows, Pick<BesideSales, 'saleFacts'> {
  readonly joined: Joined;
  /** Gateways whose numbers identify their rows, by their place in the registry. */
  readonly isIdentified: readonly boolean[];
  /** Ids of log rows that are not plain. */
  readonly salesAside: AsideIds;
  readonly downstreamUsage: readonly DownstreamRecord[];
  readonly upstreamCharges: readonly UpstreamRecord[];
  readonly payments: readonly PaymentRecord[];
  /** Where the rows of each of these ledgers stand, in its order; one made of several rows at the first. */
  readonly places: Readonly<Record<Ledger, readonly Place[]>>;
  /** What the rows of `downstreamUsage` say of what was bought, in its order; empty where purchases are not priced. */
  readonly purchases: readonly (Purchase | undefined)[];
  /** The kind of tokens that each row of `upstreamCharges` is about, in its order; empty as well. */
  readonly meters: readonly (keyof Tokens | undefined)[];
  /** What providers count beside their bills. */
  readonly counted: readonly CountedUsage[];
  /** What both sides of payments say beside their records. */
  readonly paymentFacts: PaymentFacts;
}

/** What became of the rows of a shard, and what they say of the whole. It adds up. */
export interface Outcome extends Omit<BesideSales, 'saleFacts'> {
  /** What of the records was in another currency, and entered at the operator's rates. */
  readonly converted: readonly Converted[];
  readonly figures: Accounted;
  /** Rows that could not be read once all were seen. */
  readonly rejected: readonly RejectedLine[];
  readonly records: Readonly<Record<Ledger, number>>;
  /** How many rows of a source stand in an earlier one, too, and count once. */
  readonly repeats: readonly Repeats[];
}

/** Books of a shard, and what became of its rows. */
export interface Linked {
  readonly books: Books;
  readonly outcome: Outcome;
}

/** What a shard cannot see of itself. */
export interface Across {
  /** What all rows show; that of the books at hand where they are all. */
  readonly survey?: LogSurvey;
  /** Whether any of the rows bills something, rather than only counting it. */
  readonly isBilled: boolean;
}

/** A row of a source. */
export type Place = Pick<RowAside, 'source' | 'row'>;

/** Not the rows themselves: they would all stay in memory. */
function placesIn(aside: readonly RowAside[], placed: PlacedRecords): Books['places'] {
  const placeOf = ({ index }: { readonly index: number }): Place => {
    const { source, row } = aside[index] as RowAside;
    return { source, row };
  };
  return {
    downstreamUsage: placed.downstreamUsage.map(placeOf),
    upstreamCharges: placed.upstreamCharges.map(placeOf),
    payments: placed.payments.map(placeOf),
  };
}

/** Records as they stand, bills and payments at the operator's rates. */
function recordsIn(
  { downstreamUsage, upstreamCharges, payments }: PlacedRecords,
  rates: RunSettings['rates'],
  currency: string,
): Pick<Books, Ledger> & Pick<Outcome, 'converted'> {
  const foreign = {
    upstreamCharges: upstreamCharges.map(underItsChannel),
    payments: payments.map(({ record }) => record),
  };
  return {
    downstreamUsage: downstreamUsage.map(({ record }) => record),
    ...atRates(foreign, rates, currency),
  };
}

/** What stands beside records and prices rest on, in the order of their ledgers. */
type Priced = Pick<Books, 'purchases' | 'meters'>;
const NOT_PRICED: Priced = { purchases: [], meters: [] };

const pricedBy = (usage: DownstreamUsage, billed: readonly PlacedCharge[]): Priced => ({
  purchases: inOrder(usage, usage.purchases()),
  meters: billed.map(({ meter }) => meter),
});

const recordsOf = (
  kept: ReturnType<typeof plainRows>['kept'],
  { downstreamUsage, upstreamCharges, payments }: Pick<Books, Ledger>,
): Outcome['records'] => ({
  downstreamUsage: kept.sales + downstreamUsage.length,
  upstreamCharges: kept.charges + upstreamCharges.length,
  payments: payments.length,
});

/**
 * Puts the columns of all sources together, or those of a shard: joins upstream rows to their requests, and lets the
 * normalizer look at all rows that are not plain. Columns are moved into the books, and empty then.
 */
export function link(columns: readonly Columns[], settings: RunSettings, across: Across): Linked {
  const aside = columns.flatMap((part) => part.aside);
  const rejected = new RejectedRows(aside, settings);
  const account = new Account(rejected);
  const repeated = new RepeatCounter(account);
  const { plain, kept } = plainRows(columns, repeated, account);
  const { sales } = plain;
  const reading = normalizerSettings(settings);
  for (const id of sales.channels.texts) reading.channels.idOf(id, undefined, account);
  const entries = entriesOf(aside, plain, reading.connector, account, repeated);
  const survey = across.survey ?? surveyAll(plain, entries, settings, reading);
  const counted: CountedUsage[] = [];
  // Counts say why a bill differs: alone they say nothing.
  const context: ExportContext = {
    ...reading,
    survey,
    apart: apartOf(plain),
    ...(across.isBilled && { takeUsage: (usage) => counted.push(usage) }),
  };
  const { usage, joined, placed, paymentFacts } = normalized(entries, plain, context, account);
  const { converted, ...ledgers } = recordsIn(placed, settings.rates, reading.currency);
  const { saleFacts, ...beside } = besideSales(sales, usage);
  const { prices } = settings;
  return {
    books: {
      ...plain,
      ...ledgers,
      joined,
      isIdentified: identifiedIn(survey),
      salesAside: idsAside(entries, aside, asWritten(reading.connector, survey.forks.logs)),
      places: placesIn(aside, placed),
      saleFacts,
      ...(prices === undefined ? NOT_PRICED : pricedBy(usage, placed.upstreamCharges)),
      counted,
      paymentFacts,
    },
    outcome: {
      ...beside,
      converted,
      figures: account.accounted(),
      rejected: rejected.lines,
      records: recordsOf(kept, ledgers),
      repeats: repeated.all,
    },
  };
}
