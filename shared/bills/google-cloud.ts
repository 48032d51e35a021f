import type { ChargeBill } from './bill.ts';
import { skuKinds } from './vocabulary.ts';

/**
 * Gemini and Vertex AI in Google Cloud’s standard and detailed usage cost: `gcp_billing_export_v1_…`.
 * Read on 2026-11-22: docs.cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage,
 * third parties that read the export (credits, units and texts of SKUs).
 */
export const googleCloud = {
  id: 'google-cloud',
  name: 'Google Cloud usage cost (Vertex AI, Gemini API)',
  ledger: 'upstreamCharges',
  marks: [['usage_start_time', 'sku.description', 'cost']],
  apart: [
    { at: 'cost_type', is: ['tax', 'rounding error'] },
    { at: 'service.id', isNot: ['C7E2-9256-1C43', 'AEFD-7695-64FA'] },
  ],
  fields: {
    occurredAt: { at: ['usage_start_time'], as: 'utcTime', notes: 'the hour' },
    model: { at: ['sku.description', 'service.description'], as: 'meteredModel' },
    cost: { at: ['cost'], as: 'amount', notes: 'before credits' },
    credits: {
      at: ['credits'],
      as: 'amounts',
      notes: 'negative, so that cost and credits are what is billed',
    },
    currency: { at: ['currency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['sku.description'], as: 'name' },
    kinds: skuKinds,
    quantity: { at: ['usage.amount'], as: 'quantity' },
    unit: { at: ['usage.unit'], as: 'name' },
    countedAs: ['count', 'requests'],
  },
  limitations: [
    'One row is an hour, a SKU, a project and its labels: no request id. Rows of services other than Vertex AI and the Gemini API are counted apart, and so are taxes and rounding; models of partners may be billed as services of their own.',
    'Google documents the columns. That credits are negative and come off the cost, that tokens have the unit `count` or `requests`, and what the texts of SKUs mean is known from third parties.',
    'Models have the names of their SKUs (`Gemini 2.5 Flash`), which differ from the names in requests. Tokens are read for text alone, as Vertex AI names it: images, sound and video may be counted otherwise, storage of a cache is hours, and thinking is billed as output.',
    'Adjustments count by their sign: a negative one is a refund. A credit may follow days later: export a month when it is final.',
    'Export the table as JSON Lines. In a CSV, columns are named by their path (`sku.description`), and `credits` is JSON text; a query that unnests credits repeats the cost.',
  ],
} as const satisfies ChargeBill;
