import type { ChargeBill } from './bill.ts';

/** Columns of the rows that are made from the file, one for each day and service: day, name of the service, cost. */
export const costExplorerColumns = { day: 'Service', service: 'service', total: 'Total costs(¤)' } as const;

/** AWS Cost Explorer: CSV, a row per day, a column per service. Read on 2026-11-27: third parties that read it. */
export const awsCostExplorer = {
  id: 'aws-cost-explorer',
  name: 'AWS Cost Explorer by service',
  ledger: 'upstreamCharges',
  signatures: [[costExplorerColumns.day, costExplorerColumns.total]],
  nonUsage: [
    {
      at: costExplorerColumns.service,
      isNot: ['Bedrock', 'Amazon Bedrock', '*(Amazon Bedrock Edition)'],
      reason: 'otherServices',
    },
  ],
  fields: {
    occurredAt: { at: [costExplorerColumns.day], as: 'utcTime' },
    edition: { at: [costExplorerColumns.service], as: 'edition' },
    model: { at: [costExplorerColumns.service], as: 'name' },
    cost: { at: [costExplorerColumns.total], as: 'amount' },
    currency: { at: [costExplorerColumns.total], as: 'signInHead' },
  },
  namesNoModel: ['Bedrock', 'Amazon Bedrock'],
  limitations: [
    'Each amount covers one day and one service. It has no request id.',
    'Third-party models are separate services. Costs of Bedrock itself have no model name, so they count only for the channel that you set.',
    'Other services are left out; a note gives their sum. Totals are skipped.',
    'A file that is not grouped by service has no model names and is refused.',
    'AWS does not document the file. Its columns were taken from third-party tools that read it.',
  ],
} as const satisfies ChargeBill;
