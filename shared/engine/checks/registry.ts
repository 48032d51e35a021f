import { absorbedCost } from './absorbed-cost.ts';
import { channelIds } from './channel-ids.ts';
import { channelMapping } from './channel-mapping.ts';
import type { AnyCheck, Code } from './check.ts';
import { clockOffset } from './clock-offset.ts';
import { currency } from './currency.ts';
import { downstreamDuplicates } from './downstream-duplicates.ts';
import { estimatedLosses } from './estimated-losses.ts';
import { estimates } from './estimates.ts';
import { funding } from './funding.ts';
import { ledgerIds } from './ledger-ids.ts';
import { looseBills } from './loose-bills.ts';
import { margins } from './margins.ts';
import { missingLedgers } from './missing-ledgers.ts';
import { missingRequestIds } from './missing-request-ids.ts';
import { modelMapping } from './model-mapping.ts';
import { paymentAmounts } from './payment-amounts.ts';
import { paymentCredits } from './payment-credits.ts';
import { paymentCurrency } from './payment-currency.ts';
import { paymentDuplicates } from './payment-duplicates.ts';
import { paymentGrants } from './payment-grants.ts';
import { paymentSides } from './payment-sides.ts';
import { pendingUsage } from './pending-usage.ts';
import { period } from './period.ts';
import { precision } from './precision.ts';
import { presence } from './presence.ts';
import { price } from './price.ts';
import { priceChanges } from './price-changes.ts';
import { refunds } from './refunds.ts';
import { requestMargin } from './request-margin.ts';
import { restatedRefunds } from './restated-refunds.ts';
import { retries } from './retries.ts';
import { returns } from './returns.ts';
import { reversals } from './reversals.ts';
import { superseded } from './superseded.ts';
import { tokens } from './tokens.ts';
import { undelivered } from './undelivered.ts';
import { unknownCredits } from './unknown-credits.ts';
import { unreadRows } from './unread-rows.ts';
import { unsettledPayments } from './unsettled-payments.ts';
import { upstreamDuplicates } from './upstream-duplicates.ts';
import { upstreamOutcomes } from './upstream-outcomes.ts';
import { upstreamRefunds } from './upstream-refunds.ts';
import { zeroCost } from './zero-cost.ts';

/**
 * Every check, one line each; a test compares the list with the folder. Where several look at the same money of a
 * request, each counts what those before it leave: what customers are owed first, then what is lost.
 */
export const checks: readonly AnyCheck[] = [
  downstreamDuplicates,
  upstreamDuplicates,
  restatedRefunds,
  retries,
  upstreamOutcomes,
  upstreamRefunds,
  returns,
  undelivered,
  refunds,
  absorbedCost,
  zeroCost,
  price,
  priceChanges,
  requestMargin,
  presence,
  channelIds,
  ledgerIds,
  missingRequestIds,
  margins,
  estimates,
  estimatedLosses,
  looseBills,
  pendingUsage,
  tokens,
  modelMapping,
  channelMapping,
  currency,
  period,
  superseded,
  clockOffset,
  missingLedgers,
  unreadRows,
  precision,
  paymentDuplicates,
  paymentSides,
  paymentCredits,
  paymentGrants,
  reversals,
  unsettledPayments,
  paymentAmounts,
  unknownCredits,
  paymentCurrency,
  funding,
];

/** Every code: what a finding of it means and what to do about it, for reports, documents and the OpenAPI description. */
export const codes: ReadonlyMap<string, Code> = new Map(
  checks.flatMap((check) => Object.entries(check.codes as Record<string, Code>)),
);
