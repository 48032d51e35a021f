import { example } from '#functions/example/example.ts';
import { connectorIds } from '#shared/gateways/registry.ts';
import type { ErrorCode } from '#shared/rejections.ts';

/** A request that is an example in the OpenAPI document. */
export interface DocumentedRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A minimal native log row, valid for all four gateways. */
export const plainNativeRow = {
  id: 7,
  request_id: 'q',
  created_at: 1773136800,
  type: 2,
  model_name: 'm',
  quota: 1,
  channel: 3,
};

const nativeRow = {
  id: 918277,
  created_at: 1786930215,
  type: 2,
  request_id: '20260817013006123456789c4a91e07k3Jd9s0a',
  model_name: 'gpt-5-mini',
  quota: 1220,
  prompt_tokens: 12480,
  completion_tokens: 812,
  channel: 12,
  token_id: 88,
  user_id: 42,
  other: JSON.stringify({
    cache_ratio: 0.1,
    cache_tokens: 10240,
    completion_ratio: 8,
    group_ratio: 1,
    model_price: -1,
    model_ratio: 0.125,
    request_path: '/v1/chat/completions',
  }),
};
const page = { success: true, message: '', data: { page: 1, page_size: 100, total: 1, items: [nativeRow] } };
const payload = {
  connector: 'new-api',
  logs: page,
  currency: 'USD',
  quotaPerUnit: 500_000,
  period: { start: '2026-08-17T00:00:00Z', end: '2026-08-18T00:00:00Z' },
  channels: [{ id: 12, name: 'openai-main', tag: 'openai', key: '' }],
  upstreamCharges: [
    {
      requestId: nativeRow.request_id,
      occurredAt: '2026-08-17T01:30:14Z',
      model: 'gpt-5-mini',
      status: 'success',
      costAmount: '0.0018',
    },
  ],
  payments: [
    {
      id: 500,
      user_id: 42,
      amount: 20,
      money: 19,
      trade_no: 'ref_8f1c',
      payment_method: 'stripe',
      payment_provider: 'stripe',
      create_time: 1786920000,
      complete_time: 1786920100,
      status: 'success',
    },
  ],
};

/** Rows of the example that together contain every field of the contract. */
const EXAMPLE_IDS = /^(?:req-clean-[12]|req-failed-but-charged|req-partly-refunded|pay-clean|pay-refunded)$/;
const ledgers = {
  ...example,
  downstreamUsage: example.downstreamUsage.filter(({ requestId }) => EXAMPLE_IDS.test(requestId)),
  upstreamCharges: example.upstreamCharges.filter(({ requestId = '' }) => EXAMPLE_IDS.test(requestId)),
  payments: example.payments.filter(({ transactionId }) => EXAMPLE_IDS.test(transactionId)),
};

const RECONCILE = '/api/v1/reconcile';
const NORMALIZE = '/api/v1/normalize';
const badRow = {
  requestId: 'r',
  occurredAt: '2026-02-30T10:00:00Z',
  model: 'm',
  status: 'ok',
  chargedAmount: '1e3',
};

/** Requests that succeed, by route id; the first is the route's example in the document. */
export const acceptedRequests: Readonly<Record<string, DocumentedRequest>> = {
  reconcile: { path: RECONCILE, body: ledgers },
  normalize: { path: NORMALIZE, body: payload },
  connectors: { path: '/api/v1/connectors' },
  manifest: { path: `/api/v1/connectors/${connectorIds[0]}/manifest` },
  example: { path: '/api/v1/examples/reconciliation' },
};

/** Requests that are refused, by route id and error code. */
export const refusedRequests: Readonly<Record<string, Partial<Record<ErrorCode, DocumentedRequest>>>> = {
  reconcile: {
    invalid_json: { path: RECONCILE, body: '{' },
    invalid_request: { path: RECONCILE, body: { downstreamUsage: [badRow] } },
    payload_too_large: { path: RECONCILE, body: ' '.repeat(2_097_153) },
    unsupported_media_type: { path: RECONCILE, body: '{}', headers: { 'content-type': 'text/plain' } },
  },
  normalize: {
    invalid_json: { path: NORMALIZE, body: '{' },
    invalid_request: { path: NORMALIZE, body: { connector: 'new-api', logs: [nativeRow] } },
    prohibited_field: {
      path: NORMALIZE,
      body: { ...payload, logs: [{ ...nativeRow, content: 'a prompt' }] },
    },
    payload_too_large: { path: NORMALIZE, body: ' '.repeat(2_097_153) },
    unsupported_media_type: { path: NORMALIZE, body: '{}', headers: { 'content-type': 'text/plain' } },
  },
  manifest: { connector_not_found: { path: '/api/v1/connectors/no-such-gateway/manifest' } },
};
