import { type Decimal, sumBy } from '../../money/money.ts';
import type { Completeness } from '../../schemas/report.ts';
import { addDisplayTies, findAgreeingModels } from '../rows/agreeing-models.ts';
import type { Context, OpenQuestion } from '../survey/context.ts';
import { type Bills, compareBills } from './bills/bills.ts';
import { buildEstimatedParts, type EstimatedPart } from './estimated/parts.ts';
import type { EvidenceByCode } from './evidence-by-code.ts';
import { addLooseCost } from './totals/add-rows.ts';
import type { MarginTally, Totals } from './totals/totals.ts';

/** Completeness flags that follow from rows. The report adds whether its list of findings is complete. */
type Flags = Omit<Completeness, 'complete' | 'findings'>;

/** Figures of the report and of `conclude`, computed when all rows have been added. */
export interface Figures {
  /** Revenue and cost, summed over models. Each row belongs to exactly one model. */
  revenue: Decimal;
  cost: Decimal;
  totals: Totals;
  flags: Flags;
  /** Bills without request ids, by group of models. */
  bills: Bills;
  /** The same bills with the estimated cost of their requests, if prices are configured. */
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

/** Finds, for each name on the bill, the only model sold that agrees with it or is tied to it. */
function findSoldModels(names: readonly string[], totals: Pick<Totals, 'models'>, { ties }: Context) {
  return findAgreeingModels(addDisplayTies({ names, models: listSoldModels(totals), ties }));
}

/** Adds the cost of rows without a request to their model if it was sold, else to the only sold one that agrees. */
function attributeLooseModels(totals: Totals, context: Context): void {
  const { models, looseModels } = totals;
  const isSold = (model: string): boolean => (models.get(model)?.soldRequests.value ?? 0) > 0;
  const names = [...looseModels.keys()].filter((model) => !isSold(model));
  const agreeing = findSoldModels(names, totals, context);
  for (const [model, cost] of looseModels) addLooseCost(models.at(agreeing.get(model) ?? model), cost.value);
}

/**
 * Moves the cost of requests that only the bill has to the sold model that agrees with theirs, if bill and log share
 * no id: both are the same requests under different ids.
 */
function attributeUnknownModels({ models }: Totals, context: Context): void {
  if (!context.comparesByTotals) return;
  const billed = [...models].filter(([, { soldRequests }]) => soldRequests.value === 0);
  const names = billed.map(([model]) => model);
  for (const [name, model] of findSoldModels(names, { models }, context)) {
    const line = models.at(name);
    const cost = line.cost.value;
    addLooseCost(line, cost.negated());
    addLooseCost(models.at(model), cost);
  }
}

/**
 * Computes the figures that need all rows. Modifies `totals`: adds the cost of upstream rows without a request to the
 * model sold with an agreeing name.
 */
export function buildFigures(totals: Totals, context: Context): Figures {
  const bills = compareBills(totals.looseTotals, listSoldModels(totals), context);
  attributeLooseModels(totals, context);
  attributeUnknownModels(totals, context);
  const lines = [...totals.models.values()];
  return {
    totals,
    bills,
    estimated: buildEstimatedParts(bills, totals),
    flags: buildFlags(totals, context),
    revenue: sumBy(lines, (line: MarginTally) => line.revenue.value),
    cost: sumBy(lines, (line: MarginTally) => line.cost.value),
  };
}

/** Figures and evidence, from which the report is built. */
export interface Conclusions {
  figures: Figures;
  /** Evidence from single groups and from `conclude`. */
  evidence: EvidenceByCode;
}
