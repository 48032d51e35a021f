import type { ChargeBill } from './bill.ts';

/** Anthropic: `GET /v1/organizations/cost_report`. */
export const anthropicCostReport = {
  id: 'anthropic-cost-report',
  name: 'Anthropic cost report',
  sources: [
    'https://platform.claude.com/docs/en/api/admin/cost_report',
    'https://platform.claude.com/docs/en/manage-claude/usage-cost-api',
  ],
  checkedAt: '2026-11-22',
  ledger: 'upstreamCharges',
  marks: [['amount', 'cost_type', 'starting_at']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['starting_at'], as: 'time', notes: 'the day, in UTC' },
    model: {
      at: ['model', 'description', 'cost_type'],
      as: 'name',
      notes: 'tools and code execution have no model: their description',
    },
    cost: { at: ['amount'], as: 'cents', notes: '"123.45" is $1.2345' },
    currency: { at: ['currency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['token_type'], as: 'name' },
    kinds: [
      ['cache_read_input_tokens', 'cacheRead'],
      ['5m_input_tokens', 'cacheWrite'],
      ['1h_input_tokens', 'cacheWrite'],
      ['uncached_input_tokens', 'input'],
      ['output_tokens', 'output'],
    ],
  },
  limitations: [
    'One row is a day and a kind of token, without request id, counts or key.',
    'Models are named only with `group_by[]=description`.',
    'The report leaves out the priority tier. The meaning of negative amounts is not documented; they are read as refunds.',
  ],
} as const satisfies ChargeBill;
