import { absorbedCost } from './absorbed-cost.ts';
import { attempts } from './attempts.ts';
import { chargedFailures } from './charged-failures.ts';
import type { AnyCheck, Code } from './check.ts';
import { clockOffset } from './clock-offset.ts';
import { completeness } from './completeness.ts';
import { downstreamDuplicates } from './downstream-duplicates.ts';
import { estimatedLosses } from './estimated-losses.ts';
import { estimates } from './estimates.ts';
import { funding } from './funding.ts';
import { looseBills } from './loose-bills.ts';
import { mapping } from './mapping.ts';
import { margins } from './margins.ts';
import { paymentAmounts } from './payment-amounts.ts';
import { paymentCredits } from './payment-credits.ts';
import { paymentDuplicates } from './payment-duplicates.ts';
import { paymentGaps } from './payment-gaps.ts';
import { paymentSides } from './payment-sides.ts';
import { pendingUsage } from './pending-usage.ts';
import { presence } from './presence.ts';
import { price } from './price.ts';
import { priceChanges } from './price-changes.ts';
import { refunds } from './refunds.ts';
import { requestIds } from './request-ids.ts';
import { requestMargin } from './request-margin.ts';
import { restatedRefunds } from './restated-refunds.ts';
import { reversals } from './reversals.ts';
import { scope } from './scope.ts';
import { tokens } from './tokens.ts';
import { twinCalls } from './twin-calls.ts';
import { upstreamDuplicates } from './upstream-duplicates.ts';

/**
 * All checks, as in the folder. The earlier ones count money of a request first: money owed to customers, then losses.
 */
const listed = [
  downstreamDuplicates,
  twinCalls,
  upstreamDuplicates,
  restatedRefunds,
  attempts,
  chargedFailures,
  refunds,
  absorbedCost,
  price,
  priceChanges,
  requestMargin,
  presence,
  requestIds,
  margins,
  estimates,
  estimatedLosses,
  looseBills,
  pendingUsage,
  tokens,
  mapping,
  scope,
  clockOffset,
  completeness,
  paymentDuplicates,
  paymentSides,
  paymentCredits,
  reversals,
  paymentAmounts,
  paymentGaps,
  funding,
] as const;

/** Type of any check in the list, with its codes. */
export type ListedCheck = (typeof listed)[number];

/** All checks, in the order in which they count the money of a request. */
export const checks: readonly AnyCheck[] = listed;

/** Definitions of all codes. */
export const codes: ReadonlyMap<string, Code> = new Map(
  checks.flatMap((check) => Object.entries(check.codes as Record<string, Code>)),
);
