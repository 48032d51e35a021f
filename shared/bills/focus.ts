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
  signatures: [['BilledCost', 'ChargePeriodStart', 'ChargeCategory']],
  nonUsage: [
    { at: 'ChargeCategory', is: ['Tax', 'Purchase'], reason: 'billApart' },
    { at: 'ServiceCategory', isNot: ['AI and Machine Learning'], reason: 'otherServices' },
  ],
  fields: {
    occurredAt: { at: ['ChargePeriodStart'], as: 'utcTime' },
    endsAt: { at: ['ChargePeriodEnd'], as: 'utcTime' },
    model: {
      at: ['x_UsageType', 'x_SkuMeterName', 'SkuMeter', 'ResourceName', 'ChargeDescription', 'ServiceName'],
      as: 'meteredModel',
    },
    // Adds up to the invoice, unlike EffectiveCost and ListCost.
    cost: { at: ['BilledCost'], as: 'amount' },
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
    'Each row covers one hour or day and one meter. It has no request id.',
    'Rows of other services are recognized by ServiceCategory, left out; a note gives their sum. An export without this column must contain only one service.',
    'Credits and rows with a negative cost are read as refunds. Taxes and purchases are left out; a note gives their sum.',
    'Each exporter uses its own column for the model. The columns of AWS, Azure, Google and LiteLLM are supported; otherwise the name of the service is used.',
    'LiteLLM exports the spend that it computed itself, not a provider’s bill. If the same day is exported again with a higher sum, only the highest sum counts.',
    'FOCUS 1.3 renames the provider columns. The new names are not supported.',
  ],
} as const satisfies ChargeBill;
