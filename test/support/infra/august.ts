/** Builds a log row of August; without an error if the charge of the request exists, too. */
export const buildAugustRow = (n: number) => ({
  id: n,
  type: 2,
  created_at: 1_786_930_000 + n,
  user_id: 7,
  token_id: 8,
  channel: 12,
  model_name: 'gpt-5-mini',
  quota: 500,
  request_id: `req-${n}`,
});

export const buildAugustCharge = (n: number) => ({
  requestId: `req-${n}`,
  occurredAt: '2026-08-17T01:30:15Z',
  model: 'gpt-5-mini',
  status: 'success',
  costAmount: '0.0004',
});

export const augustPayment = {
  transactionId: 'pay-1',
  occurredAt: '2026-08-16T09:00:00Z',
  status: 'settled',
  amount: '20',
  creditedAmount: '20',
};
