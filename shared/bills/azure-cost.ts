import type { ChargeBill } from './bill.ts';
import { abbreviatedKinds } from './vocabulary.ts';

/**
 * Azure OpenAI in the cost and usage details of a Microsoft Customer Agreement (2023-12-01-preview), or of an
 * Enterprise Agreement (2024-08-01), whose columns begin with capitals.
 * Read on 2026-11-22:
 * learn.microsoft.com/azure/cost-management-billing/dataset-schema/cost-usage-details-mca,
 * learn.microsoft.com/azure/cost-management-billing/dataset-schema/cost-usage-details-ea.
 */
export const azureCost = {
  id: 'azure-cost',
  name: 'Azure cost and usage details',
  ledger: 'upstreamCharges',
  signatures: [
    ['costInBillingCurrency', 'billingCurrency', 'meterName'],
    ['CostInBillingCurrency', 'BillingCurrencyCode', 'MeterName'],
  ],
  nonUsage: [
    { at: 'chargeType', is: ['Purchase', 'Tax'], reason: 'billApart' },
    { at: 'ChargeType', is: ['Purchase', 'Tax'], reason: 'billApart' },
    { at: 'consumedService', isNot: ['Microsoft.CognitiveServices'], reason: 'otherServices' },
    { at: 'ConsumedService', isNot: ['Microsoft.CognitiveServices'], reason: 'otherServices' },
  ],
  fields: {
    occurredAt: { at: ['date', 'Date'], as: 'monthDayYear' },
    model: { at: ['meterName', 'MeterName', 'meterCategory', 'MeterCategory'], as: 'name' },
    cost: { at: ['costInBillingCurrency', 'CostInBillingCurrency'], as: 'amount' },
    currency: { at: ['billingCurrency', 'BillingCurrencyCode'], as: 'currency' },
  },
  meter: {
    kind: { at: ['meterName', 'MeterName'], as: 'name' },
    kinds: abbreviatedKinds,
    quantity: { at: ['quantity', 'Quantity'], as: 'quantity' },
    unit: { at: ['unitOfMeasure', 'UnitOfMeasure'], as: 'name' },
  },
  limitations: [
    'Each row covers one day, one meter and one resource. It has no request id. Other services are left out; a note gives their sum.',
    'Meters abbreviate model names in many ways (`gpt-4o-mini-0718-Inp-glbl Tokens`), so the names are not changed.',
    'Columns depend on the agreement. The Microsoft Customer Agreement and the Enterprise Agreement are supported.',
    'Negative amounts are read as refunds.',
  ],
} as const satisfies ChargeBill;
