import { type Decimal, roundHalfAway, toDecimal, ZERO } from '#shared/money/money.ts';
import type { SoldRequest, Trade } from './drawn-requests.ts';
import { KINDS, type Kind, type Model, type Provider } from './providers.ts';

/** Computes the charge in quota, and the price terms that the log contains. */
function computeCharge({ model, tokens, images, group }: SoldRequest, markup: string) {
  const { prices } = model;
  if (prices.request !== undefined) {
    const price = toDecimal(prices.request).times(markup);
    const quota = roundHalfAway(price.times(images).times(group).times(500_000)).toNumber();
    return { quota, terms: { model_price: price.toNumber(), model_ratio: 0, completion_ratio: 0 } };
  }
  const input = toDecimal(prices.input ?? 1);
  const ratio = (kind: Kind): Decimal => toDecimal(prices[kind] ?? 0).div(input);
  const weightedTokens = KINDS.reduce((sum, kind) => sum.plus(ratio(kind).times(tokens[kind])), ZERO);
  const modelRatio = input.times(markup).div(2);
  const quota = roundHalfAway(weightedTokens.times(modelRatio).times(group)).toNumber();
  return {
    quota: group > 0 ? Math.max(1, quota) : 0,
    terms: {
      model_price: -1,
      model_ratio: modelRatio.toNumber(),
      completion_ratio: ratio('output').toNumber(),
      cache_ratio: ratio('cacheRead').toNumber(),
      ...(prices.cacheWrite !== undefined && { cache_creation_ratio: ratio('cacheWrite').toNumber() }),
    },
  };
}

const pathOf = ({ prices }: Model, { isClaude }: Provider) => {
  if (prices.request !== undefined)
    return { request_path: '/v1/images/generations', request_conversion: ['openai_image'] };
  return isClaude
    ? { request_path: '/v1/messages', request_conversion: ['Claude Messages'] }
    : { request_path: '/v1/chat/completions', request_conversion: ['OpenAI Compatible'] };
};

/** Builds the log rows of a request; each failed attempt has its own row. */
export function buildRequestRows(
  sold: SoldRequest,
  { provider, markup, channels }: Trade,
  id: number,
): object[] {
  const { model, tokens, ended, outcome, group, channel, user, began } = sold;
  const { quota, terms } = computeCharge(sold, markup);
  const { input, cacheRead, cacheWrite, output } = tokens;
  const base = {
    user_id: user,
    username: `customer-${user}`,
    token_id: user,
    token_name: 'main',
    channel,
    content: '',
    model_name: model.sold,
    request_id: `2026100100000000000000268d9d6r${id}`,
    group: 'default',
    use_time: Math.round((ended - began) / 1000),
    is_stream: outcome === 'cut',
  };
  const buildFailedRow = (rowId: number, time: number, channelId: number) => ({
    ...base,
    id: rowId,
    type: 5,
    created_at: time / 1000,
    channel: channelId,
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    other: JSON.stringify({ status_code: 503, error_type: 'openai_error' }),
  });
  if (outcome === 'failed') return [buildFailedRow(2 * id, ended, channel)];
  const other = {
    ...terms,
    group_ratio: group,
    user_group_ratio: -1,
    billing_source: 'wallet',
    cache_tokens: cacheRead,
    ...(provider.isClaude && {
      claude: true,
      usage_semantic: 'anthropic',
      cache_creation_tokens: cacheWrite,
    }),
    ...pathOf(model, provider),
    admin_info: { use_channel: outcome === 'retried' ? [`${channels[0]}`, `${channel}`] : [`${channel}`] },
    ...(outcome === 'cut' && { stream_status: { end_reason: 'client_gone', status: 'error' } }),
  };
  const row = {
    ...base,
    id: 2 * id + 1,
    type: 2,
    created_at: ended / 1000,
    quota,
    completion_tokens: output,
    prompt_tokens: provider.isClaude ? input : input + cacheRead,
    other: JSON.stringify(other),
  };
  return outcome === 'retried' ? [buildFailedRow(2 * id, began, channels[0] as number), row] : [row];
}
