import type { Connector } from '#shared/gateways/connector.ts';

/** A made-up gateway of another kind than the registered ones: no quota, money in `spend`, a text for a status. */
export const spendRows = {
  id: 'spend-rows',
  name: 'Spend Rows',
  family: 'proxy',
  maturity: 'planned',
  verifiedAt: '2026-11-21',
  inputFamily: 'spend rows',
  source: {
    access: 'caller-exported-file',
    authType: 'none',
    authHeaderNames: [],
    resources: [],
  },
  capabilities: { 'usage-log-normalization': { support: 'file-only' } },
  log: {
    signatures: [{ key: 'spend' }],
    fields: {
      type: { at: ['status'], as: 'name' },
      rowId: { at: ['row_id'], as: 'rowId' },
      requestId: { at: ['request_id'], as: 'id' },
      occurredAt: { at: ['endTime', 'startTime'], as: 'time' },
      userId: { at: ['user'], as: 'id' },
      model: { at: ['model'], as: 'model' },
      channelId: { at: ['model_id'], as: 'channel' },
      money: { at: ['spend'], as: 'money' },
    },
    kinds: [
      { type: 'success', kind: 'consume' },
      { type: 'failure', kind: 'error' },
    ],
    tokens: { convention: 'unstated', input: 'prompt_tokens', output: 'completion_tokens' },
    price: 'none',
  },
  requestIds: { en: 'Stores its own id.', zh: '记录自己的 ID。' },
  limitations: ['Nobody has it.'],
} as const satisfies Connector;
