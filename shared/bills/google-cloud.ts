import type { ChargeBill, NonUsageRule } from './bill.ts';
import { skuKinds } from './vocabulary.ts';

const SERVICES = ['C7E2-9256-1C43', 'AEFD-7695-64FA'];
const SERVICE_NAMES = ['Gemini API', 'Vertex AI', 'Generative Language API'];

/** Rules for rows of services that neither the id nor the name shows to be one of these. */
const otherServices = (id: string, name: string): readonly NonUsageRule[] => [
  { at: id, isNot: SERVICES, unless: [{ at: name, is: SERVICE_NAMES }], reason: 'otherServices' },
  { at: name, isNot: SERVICE_NAMES, unless: [{ at: id, is: SERVICES }], reason: 'otherServices' },
];

/**
 * Gemini and Vertex AI in Google Cloud’s standard and detailed usage cost: `gcp_billing_export_v1_…`.
 * Read on 2026-11-22: docs.cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage,
 * third parties that read the export (credits, units and texts of SKUs; those of the Gemini API on 2026-11-27).
 */
export const googleCloud = {
  id: 'google-cloud',
  name: 'Google Cloud usage cost (Vertex AI, Gemini API)',
  ledger: 'upstreamCharges',
  signatures: [['usage_start_time', 'sku.description', 'cost']],
  nonUsage: [
    { at: 'cost_type', is: ['tax', 'rounding error'], reason: 'billApart' },
    ...otherServices('service.id', 'service.description'),
  ],
  fields: {
    occurredAt: { at: ['usage_start_time'], as: 'utcTime' },
    endsAt: { at: ['usage_end_time'], as: 'utcTime' },
    model: { at: ['sku.description', 'service.description'], as: 'meteredModel' },
    cost: { at: ['cost'], as: 'amount' },
    credits: { at: ['credits'], as: 'amounts' },
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
    'Each row covers one hour, SKU, project and set of labels. It has no request id.',
    'Services other than Vertex AI and the Gemini API are left out; a note gives their sum, as are taxes and rounding. Partner models may be billed as separate services.',
    'Google documents only the columns. The meaning of SKU names, the sign of credits and the units of tokens (`count`, `requests`) were taken from third-party tools.',
    'Models are named after their SKUs (`Gemini 2.5 Flash`, `gemini 2.5 flash`).',
    'Only text tokens are read. Images, audio and video may be counted differently, cache storage is in hours, and thinking is billed as output.',
    'A negative adjustment is a refund. A credit may follow days later, so export a month only when it is final.',
    'Export the table as JSON Lines. In a CSV, columns are named by their path (`sku.description`), and `credits` is JSON text. A query that unnests credits repeats the cost.',
  ],
} as const satisfies ChargeBill;

/** Fields that both files of the console have in the same columns. */
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
const otherServicesOfConsole = otherServices('Service ID', 'Service description');

/**
 * Google Cloud console: Billing, Reports, Download CSV.
 * Read on 2026-11-27: third parties that read the file; days are Pacific ones in Google’s documents of other reports.
 */
export const googleReports = {
  id: 'google-cloud-reports',
  name: 'Google Cloud console reports',
  ledger: 'upstreamCharges',
  signatures: [['SKU description', 'Unrounded subtotal (¤)']],
  nonUsage: [{ at: 'SKU description', isBlank: true, reason: 'billTotals' }, ...otherServicesOfConsole],
  grain: [['Date', 'day']],
  spansPeriod: 'Date',
  fields: {
    occurredAt: { at: ['Date'], as: 'pacificTime' },
    // Not a column, but the end of the run’s period, for a file without `Date`.
    endsAt: { at: ['end of the period'], as: 'pacificTime' },
    ...consoleFields,
    // After savings. `Subtotal ($)` is rounded in each row.
    cost: { at: ['Unrounded subtotal (¤)'], as: 'amount' },
    currency: { at: ['Unrounded subtotal (¤)'], as: 'signInHead' },
  },
  meter: consoleMeter,
  limitations: [
    'Each row covers one SKU, and one day if the report was also grouped by date. It has no request id.',
    'A report without the column `Date` has its dates only in the file name, so its rows count for the period of the run. Set that period.',
    'Google does not document the file. Its days are read as Pacific time, as in Google’s other reports.',
    'Total rows have no SKU and are skipped. Other services are left out; a note gives their sum.',
  ],
} as const satisfies ChargeBill;

/** Google Cloud console: Billing, Cost table, Download CSV. Read on 2026-11-27: third parties that read it. */
export const googleCostTable = {
  id: 'google-cloud-cost-table',
  name: 'Google Cloud console cost table',
  ledger: 'upstreamCharges',
  signatures: [['Usage start date', 'Unrounded Cost (¤)']],
  nonUsage: [
    {
      at: 'Cost type',
      is: ['Tax', 'Adjustment', 'Adjustments', 'Rounding', 'Rounding error'],
      reason: 'billApart',
    },
    { at: 'SKU description', isBlank: true, reason: 'billTotals' },
    ...otherServicesOfConsole,
  ],
  fields: {
    occurredAt: { at: ['Usage start date'], as: 'pacificTime' },
    endsAt: { at: ['Usage end date'], as: 'pacificTime' },
    ...consoleFields,
    // `Cost ($)` is rounded in each row.
    cost: { at: ['Unrounded Cost (¤)'], as: 'amount' },
    currency: { at: ['Unrounded Cost (¤)'], as: 'signInHead' },
  },
  meter: consoleMeter,
  limitations: [
    'Each row covers one SKU and a range of days, first and last day included. It has no request id. Lines above the header are skipped.',
    'Rows with a credit type are negative and are read as refunds of their SKU. Taxes, adjustments, rounding and other services are left out; a note gives their sum.',
    'Google does not document the time zone. Days are read as Pacific time.',
  ],
} as const satisfies ChargeBill;
