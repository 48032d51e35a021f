import type { Apart, ChargeBill } from './bill.ts';
import { skuKinds } from './vocabulary.ts';

/** Services whose rows are models’. */
const SERVICES = ['C7E2-9256-1C43', 'AEFD-7695-64FA'];
const SERVICE_NAMES = ['Gemini API', 'Vertex AI', 'Generative Language API'];

/**
 * Gemini and Vertex AI in Google Cloud’s standard and detailed usage cost: `gcp_billing_export_v1_…`.
 * Read on 2026-11-22: docs.cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage,
 * third parties that read the export (credits, units and texts of SKUs; those of the Gemini API on 2026-11-27).
 */
export const googleCloud = {
  id: 'google-cloud',
  name: 'Google Cloud usage cost (Vertex AI, Gemini API)',
  ledger: 'upstreamCharges',
  marks: [['usage_start_time', 'sku.description', 'cost']],
  apart: [
    { at: 'cost_type', is: ['tax', 'rounding error'], reason: 'billApart' },
    { at: 'service.id', isNot: SERVICES, reason: 'otherServices' },
  ],
  fields: {
    occurredAt: { at: ['usage_start_time'], as: 'utcTime', notes: 'the hour' },
    endsAt: { at: ['usage_end_time'], as: 'utcTime' },
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
    kind: { at: ['sku.description'], as: 'skuKind' },
    kinds: skuKinds,
    quantity: { at: ['usage.amount'], as: 'quantity' },
    unit: { at: ['usage.unit'], as: 'name' },
    countedAs: ['count', 'requests'],
  },
  limitations: [
    'One row is an hour, a SKU, a project and its labels: no request id. Rows of services other than Vertex AI and the Gemini API are counted apart, and so are taxes and rounding; models of partners may be billed as services of their own.',
    'Google documents the columns. That credits are negative and come off the cost, that tokens have the unit `count` or `requests`, and what the texts of SKUs mean is known from third parties.',
    'Models have the names of their SKUs (`Gemini 2.5 Flash`, `gemini 2.5 flash`). Tokens are read for text alone, as Vertex AI names it: images, sound and video may be counted otherwise, storage of a cache is hours, and thinking is billed as output.',
    'Adjustments count by their sign: a negative one is a refund. A credit may follow days later: export a month when it is final.',
    'Export the table as JSON Lines. In a CSV, columns are named by their path (`sku.description`), and `credits` is JSON text; a query that unnests credits repeats the cost.',
  ],
} as const satisfies ChargeBill;

/** What both files of the console say in the same columns. */
const consoleFields = {
  model: { at: ['SKU description', 'Service description'], as: 'meteredModel' },
} as const;
const consoleMeter = {
  kind: { at: ['SKU description'], as: 'skuKind' },
  kinds: skuKinds,
  quantity: { at: ['Usage amount'], as: 'groupedQuantity' },
  unit: { at: ['Usage unit'], as: 'name' },
  countedAs: ['count', 'requests'],
} as const;
const otherServices = [
  { at: 'Service ID', isNot: SERVICES, reason: 'otherServices' },
  {
    at: 'Service description',
    isNot: SERVICE_NAMES,
    unless: [{ at: 'Service ID', is: SERVICES }],
    reason: 'otherServices',
  },
] as const satisfies readonly Apart[];

/**
 * Google Cloud console: Billing, Reports, Download CSV.
 * Read on 2026-11-27: third parties that read the file; days are Pacific ones in Google’s documents of other reports.
 */
export const googleReports = {
  id: 'google-cloud-reports',
  name: 'Google Cloud console reports',
  ledger: 'upstreamCharges',
  marks: [['SKU description', 'Unrounded subtotal (¤)']],
  apart: [{ at: 'SKU description', isBlank: true, reason: 'billTotals' }, ...otherServices],
  grain: [['Date', 'day']],
  spansPeriod: 'Date',
  fields: {
    occurredAt: { at: ['Date'], as: 'pacificTime', notes: 'the day' },
    endsAt: {
      at: ['end of the period'],
      as: 'pacificTime',
      notes: 'no column: where the file has no `Date`',
    },
    ...consoleFields,
    cost: {
      at: ['Unrounded subtotal (¤)'],
      as: 'amount',
      notes: 'after savings; `Subtotal ($)` is rounded row by row',
    },
    currency: { at: ['Unrounded subtotal (¤)'], as: 'signInHead' },
  },
  meter: consoleMeter,
  limitations: [
    'One row is a SKU, of a day if the report was grouped by date too: no request id. A report without `Date` holds one span, which only its name states: it counts in the period of the run, which must be stated.',
    'Google does not document the file. That its days are Pacific ones is taken from Google’s other reports.',
    'Rows of totals have no SKU and are left out. Other services are counted apart with their sum.',
  ],
} as const satisfies ChargeBill;

/**
 * Google Cloud console: Billing, Cost table, Download CSV.
 * Read on 2026-11-27: third parties that read the file.
 */
export const googleCostTable = {
  id: 'google-cloud-cost-table',
  name: 'Google Cloud console cost table',
  ledger: 'upstreamCharges',
  marks: [['Usage start date', 'Unrounded Cost (¤)']],
  apart: [
    {
      at: 'Cost type',
      is: ['Tax', 'Adjustment', 'Adjustments', 'Rounding', 'Rounding error'],
      reason: 'billApart',
    },
    { at: 'SKU description', isBlank: true, reason: 'billTotals' },
    ...otherServices,
  ],
  fields: {
    occurredAt: { at: ['Usage start date'], as: 'pacificTime' },
    endsAt: { at: ['Usage end date'], as: 'pacificTime', notes: 'the last day of the span' },
    ...consoleFields,
    cost: { at: ['Unrounded Cost (¤)'], as: 'amount', notes: '`Cost ($)` is rounded row by row' },
    currency: { at: ['Unrounded Cost (¤)'], as: 'signInHead' },
  },
  meter: consoleMeter,
  limitations: [
    'One row is a SKU and a span of days, both ends included: no request id. Lines above the head are skipped.',
    'Rows with a credit type are negative and refunds of their SKU. Taxes, adjustments, rounding and other services are counted apart with their sum.',
    'Google does not document that days are Pacific ones.',
  ],
} as const satisfies ChargeBill;
