import type { ChargeBill } from './bill.ts';
import { abbreviatedKinds, meterKinds, skuKinds } from './vocabulary.ts';

/**
 * FOCUS 1.0 to 1.2, as AWS, Azure, Google and LiteLLM export it.
 * Read on 2026-11-22: github.com/FinOps-Open-Cost-and-Usage-Spec/FOCUS_Spec (specification/columns),
 * docs.aws.amazon.com/cur/latest/userguide/table-dictionary-focus-1-2-aws-columns.html,
 * learn.microsoft.com/cloud-computing/finops/focus/metadata, github.com/BerriAI/litellm (integrations/focus).
 */
export const focus = {
  id: 'focus',
  name: 'FOCUS cost and usage (AWS, Azure, Google, LiteLLM)',
  ledger: 'upstreamCharges',
  marks: [['BilledCost', 'ChargePeriodStart', 'ChargeCategory']],
  apart: [
    { at: 'ChargeCategory', is: ['Tax', 'Purchase'], reason: 'billApart' },
    { at: 'ServiceCategory', isNot: ['AI and Machine Learning'], reason: 'otherServices' },
  ],
  fields: {
    occurredAt: { at: ['ChargePeriodStart'], as: 'utcTime' },
    endsAt: { at: ['ChargePeriodEnd'], as: 'utcTime' },
    model: {
      at: ['x_UsageType', 'x_SkuMeterName', 'SkuMeter', 'ResourceName', 'ChargeDescription', 'ServiceName'],
      as: 'meteredModel',
      notes: 'each exporter names it in a column of its own',
    },
    cost: {
      at: ['BilledCost'],
      as: 'amount',
      notes: 'sums to the invoice; EffectiveCost and ListCost are not added',
    },
    currency: { at: ['BillingCurrency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['x_UsageType', 'x_SkuMeterName', 'SkuMeter', 'ChargeDescription'], as: 'skuKind' },
    kinds: [...meterKinds, ...skuKinds, ...abbreviatedKinds],
    quantity: { at: ['ConsumedQuantity'], as: 'quantity' },
    unit: { at: ['ConsumedUnit'], as: 'name' },
  },
  restated: {
    by: [
      ...['ChargePeriodStart', 'BillingAccountId', 'SubAccountId', 'Tags'],
      ...['ProviderName', 'ServiceName', 'ResourceId'],
    ],
    unless: 'SkuId',
  },
  limitations: [
    'One row is an hour or a day and a meter, without request id. ServiceCategory tells rows of other services, which are counted apart; an export without that column must hold one service only.',
    'Credits and rows with a negative cost are refunds; taxes and purchases are counted apart.',
    'Each exporter chooses a column for the model. Those of AWS, Azure, Google and LiteLLM are known; otherwise the name of the service is used.',
    'LiteLLM exports the spend it computed itself, not a provider’s bill. A day may be exported again with a higher sum: the highest counts.',
    'FOCUS 1.3 renames the columns that name the provider; these are not read.',
  ],
} as const satisfies ChargeBill;
