import { type Decimal, sumBy } from '../../money/money.ts';
import type { Completeness } from '../../schemas/report.ts';
import { findAgreeingModels } from '../rows/agreeing-models.ts';
import { withDisplayTies } from '../rows/display-name.ts';
import type { Context } from '../survey/context.ts';
import type { OpenQuestion } from '../survey/input-facts.ts';
import { type Bills, billsOf } from './bills/bills.ts';
import { type EstimatedPart, estimatedParts } from './estimated/parts.ts';
import type { EvidenceByCode } from './evidence-by-code.ts';
import { addLooseCost } from './totals/add-rows.ts';
import type { MarginTally } from './totals/margin-tally.ts';
import type { Totals } from './totals/totals.ts';

/** The margin's two sides, from the lines by model: each row is in exactly one. */
interface Margin {
  revenue: Decimal;
  cost: Decimal;
}

/** The flags that rows decide; whether the list of findings is whole is seen when it is written. */
type Flags = Omit<Completeness, 'complete' | 'findings'>;

/** What is known when every group has been seen. */
export interface Figures extends Margin {
  totals: Totals;
  flags: Flags;
  /** What bills without request ids say, group by group. */
  bills: Bills;
  /** The same beside what their requests are estimated to cost, where prices were stated. */
  estimated: readonly EstimatedPart[];
}

function buildFlags(
  { gaps, records }: Totals,
  { supplied, unread, rowsMissing, outsideRequests, questions }: Context,
): Flags {
  const { upstreamCharges, payments } = supplied;
  const requestMatching = upstreamCharges && gaps.withoutRequestId.value === 0;
  const asks = (asked: OpenQuestion['code']): boolean => questions.some(({ code }) => code === asked);
  const hasBoth = records.downstreamUsage.included.value > 0 && records.upstreamCharges.included.value > 0;
  return {
    upstreamCharges,
    payments,
    requestMatching,
    currency:
      gaps.foreignUsage.value === 0 && gaps.foreignPayments.value === 0 && !asks('upstream_unit_unknown'),
    rows:
      !rowsMissing &&
      !asks('row_types_missing') &&
      outsideRequests.length === 0 &&
      Object.values(unread).every(({ rows }) => rows === 0),
    margin: requestMatching && gaps.foreignUsage.value === 0 && gaps.pendingUsage.value === 0,
    paymentCredits: payments && gaps.unknownCredits.value === 0,
    pricing: gaps.unpriced.value === 0,
    tokens: upstreamCharges && gaps.uncountedTokens.value === 0 && (gaps.countedTokens.value > 0 || !hasBoth),
  };
}

const listSoldModels = ({ models }: Pick<Totals, 'models'>): string[] =>
  [...models].filter(([, { soldRequests }]) => soldRequests.value > 0).map(([model]) => model);

/**
 * Gives the cost of upstream rows without request to the model that was sold: to their own if it was, else to the
 * one sold model whose name agrees with it or is tied to it (a bill by day and model names dated versions), else to
 * their own.
 */
function attributeLooseModels({ models, looseModels }: Totals, { ties }: Context): void {
  if (looseModels.size === 0) return;
  const sold = listSoldModels({ models });
  const isSold = new Set(sold);
  const others = [...looseModels.keys()].filter((model) => !isSold.has(model));
  const agreeing = findAgreeingModels(others, sold, withDisplayTies(others, sold, ties));
  for (const [model, cost] of looseModels) addLooseCost(models.at(agreeing.get(model) ?? model), cost.value);
}

/**
 * Gives the cost of requests that the bill alone has to the sold model whose name agrees with theirs, where bill and log
 * share no id: both lines are the same requests.
 */
function attributeUnknownModels({ models }: Totals, { ties, comparesByTotals }: Context): void {
  if (!comparesByTotals) return;
  const billed = [...models].filter(([, { soldRequests }]) => soldRequests.value === 0);
  const names = billed.map(([model]) => model);
  const sold = listSoldModels({ models });
  const agreeing = findAgreeingModels(names, sold, withDisplayTies(names, sold, ties));
  for (const [model, line] of billed) {
    const own = agreeing.get(model);
    const cost = line.cost.value;
    if (own === undefined) continue;
    addLooseCost(line, cost.negated());
    addLooseCost(models.at(own), cost);
  }
}

/** Uses the totals up: what names no request is given to the models that were sold. */
export function buildFigures(totals: Totals, context: Context): Figures {
  const bills = billsOf(totals.coverage, listSoldModels(totals), context);
  attributeLooseModels(totals, context);
  attributeUnknownModels(totals, context);
  const lines = [...totals.models.values()];
  return {
    totals,
    bills,
    estimated: estimatedParts(bills, totals),
    flags: buildFlags(totals, context),
    revenue: sumBy(lines, (line: MarginTally) => line.revenue.value),
    cost: sumBy(lines, (line: MarginTally) => line.cost.value),
  };
}

/** All that the whole input shows: what the report is written from. */
export interface Conclusions {
  figures: Figures;
  /** What was seen in single groups, and what the checks concluded from all of them. */
  evidence: EvidenceByCode;
}
