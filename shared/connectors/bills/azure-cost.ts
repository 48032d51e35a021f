import type { ChargeBill } from './bill.ts';

/** Azure OpenAI in the cost and usage details of a Microsoft Customer Agreement (2023-12-01-preview). */
export const azureCost = {
  id: 'azure-cost',
  name: 'Azure cost and usage details',
  sources: [
    'https://learn.microsoft.com/azure/cost-management-billing/dataset-schema/cost-usage-details-mca',
  ],
  checkedAt: '2026-11-22',
  ledger: 'upstreamCharges',
  marks: [['costInBillingCurrency', 'billingCurrency', 'meterName']],
  apart: [
    { at: 'chargeType', is: ['Purchase', 'Tax'] },
    { at: 'consumedService', isNot: ['Microsoft.CognitiveServices'] },
  ],
  fields: {
    occurredAt: { at: ['date'], as: 'monthDayYear' },
    model: { at: ['meterName', 'meterCategory'], as: 'name', notes: 'as the meter abbreviates it' },
    cost: { at: ['costInBillingCurrency'], as: 'amount' },
    currency: { at: ['billingCurrency'], as: 'currency' },
  },
  limitations: [
    'One row is a day, a meter and a resource: no request id. Rows of other services are counted apart.',
    'Meters abbreviate models freely (`gpt-4o-mini-0718-Inp-glbl Tokens`), so names are kept as they are and no tokens are read.',
    'Columns differ between agreements; these are from the Microsoft Customer Agreement. As in all bills here, negative amounts are read as refunds.',
  ],
} as const satisfies ChargeBill;
