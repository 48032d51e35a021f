import type { ChargeBill } from './bill.ts';

/** Columns of the rows that a line of the file becomes: its day, the name of a service, and what that costs. */
export const costExplorerColumns = { day: 'Service', service: 'service', total: 'Total costs(¤)' } as const;

/**
 * AWS Cost Explorer: Download CSV, grouped by service. Days stand below each other, services beside each other.
 * Read on 2026-11-27: third parties that read the file.
 */
export const awsCostExplorer = {
  id: 'aws-cost-explorer',
  name: 'AWS Cost Explorer by service',
  ledger: 'upstreamCharges',
  marks: [[costExplorerColumns.day, costExplorerColumns.total]],
  apart: [
    {
      at: costExplorerColumns.service,
      isNot: ['Bedrock', 'Amazon Bedrock', '*(Amazon Bedrock Edition)'],
      reason: 'otherServices',
    },
  ],
  fields: {
    occurredAt: { at: [costExplorerColumns.day], as: 'utcTime', notes: 'the day, month or hour' },
    edition: { at: [costExplorerColumns.service], as: 'edition' },
    model: { at: [costExplorerColumns.service], as: 'name' },
    cost: { at: [costExplorerColumns.total], as: 'amount', notes: 'of the service: each becomes a row' },
    currency: { at: [costExplorerColumns.total], as: 'signInHead' },
  },
  namesNoModel: ['Bedrock', 'Amazon Bedrock'],
  limitations: [
    'One figure is a day and a service: no request id. Models of other makers are services of their own; what stands under Bedrock names no model and counts only for the channel that the settings state.',
    'Other services are counted apart with their sum; totals are left out. Grouped by anything else, the file names no model and is refused.',
    'AWS does not document the file.',
  ],
} as const satisfies ChargeBill;
