import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Invented months of a new-api and of its upstream gateway. */
export interface MonthBooks {
  readonly requests: number;
  /** One request in this many is charged 3 units too much and has no upstream row; 0 for none. */
  readonly wrongEvery?: number;
  /** Four of five requests belong to one customer and one model. */
  readonly isLopsided?: boolean;
}

const MODELS = [
  { name: 'gpt-5-mini', ratio: 0.125, completion: 8, cache: 0.1 },
  { name: 'gpt-5', ratio: 0.625, completion: 8, cache: 0.1 },
  { name: 'claude-sonnet-4-5', ratio: 1.5, completion: 5, cache: 0.1 },
  { name: 'deepseek-chat', ratio: 0.135, completion: 4, cache: 0.25 },
  { name: 'gemini-2.5-pro', ratio: 0.625, completion: 8, cache: 0.25 },
];
type Model = (typeof MODELS)[number];
/** 2026-11-01, and the length of the covered part of the month. */
const START_S = 1_793_491_200;
const MONTH_S = 2_500_000;
const FILE_REQUESTS = 50_000;
const CUSTOMERS = 3000;
const UPSTREAM_GROUP = 0.7;

const useOf = (n: number) => {
  const prompt = 200 + ((n * 7919) % 4000);
  return { prompt, completion: 20 + ((n * 104_729) % 900), cached: n % 3 === 0 ? prompt >> 1 : 0 };
};

/** The price of the gateway, exact: ratios have at most four decimals. */
function quotaOf({ ratio, completion, cache }: Model, group: number, use: ReturnType<typeof useOf>): number {
  const scaled = (value: number) => BigInt(Math.round(value * 10_000));
  const tokens =
    BigInt(use.prompt - use.cached) * 10_000n +
    BigInt(use.cached) * scaled(cache) +
    BigInt(use.completion) * scaled(completion);
  return Math.max(
    Number((tokens * scaled(ratio) * scaled(group) + 500_000_000_000n) / 1_000_000_000_000n),
    1,
  );
}

const otherOf = (model: Model, group: number, cached: number, channel: number): string =>
  JSON.stringify({
    admin_info: { use_channel: [String(channel)] },
    billing_source: 'wallet',
    cache_ratio: model.cache,
    cache_tokens: cached,
    completion_ratio: model.completion,
    group_ratio: group,
    model_price: -1,
    model_ratio: model.ratio,
    request_conversion: ['OpenAI Compatible'],
    request_path: '/v1/chat/completions',
    frt: 812,
  });

const idOf = (first: number, n: number): string => {
  const random = createHash('sha256').update(`${first}.${n}`).digest().readUInt32LE();
  return `20261101${first + n}${String(random).padStart(10, '0')}`;
};

/** The rows of a request; a faulty one has no upstream row. */
function rowsOf(n: number, { requests, wrongEvery = 0, isLopsided = false }: MonthBooks): [string, string] {
  const most = isLopsided && n % 5 !== 0;
  const model = MODELS[most ? 0 : n % MODELS.length] as Model;
  const user = most ? 100 : 100 + ((n * 31) % CUSTOMERS);
  const use = useOf(n);
  const isWrong = wrongEvery > 0 && n % wrongEvery === 0;
  const channel = 1 + (n % 7);
  const [request, upstream] = [idOf(100_000_000, n), idOf(500_000_000, n)];
  const common = {
    created_at: START_S + Math.floor(n * (MONTH_S / requests)),
    type: 2,
    content: '',
    model_name: model.name,
    prompt_tokens: use.prompt,
    completion_tokens: use.completion,
    use_time: 4,
    is_stream: true,
    ip: '',
  };
  const sale = {
    id: 900_000 + n,
    ...common,
    quota: quotaOf(model, 1, use) + (isWrong ? 3 : 0),
    username: `user-${user}`,
    user_id: user,
    token_id: user * 2,
    token_name: 'prod',
    group: 'default',
    channel,
    channel_name: `provider-${channel}`,
    request_id: request,
    upstream_request_id: upstream,
    other: otherOf(model, 1, use.cached, channel),
  };
  const charge = {
    id: 6_400_000 + n,
    ...common,
    quota: quotaOf(model, UPSTREAM_GROUP, use),
    username: 'reseller',
    user_id: 7,
    token_id: 3,
    token_name: 'reseller',
    group: 'reseller',
    channel: 2,
    channel_name: 'a',
    request_id: upstream,
    upstream_request_id: '',
    other: otherOf(model, UPSTREAM_GROUP, use.cached, 12),
  };
  return [`${JSON.stringify(sale)}\n`, isWrong ? '' : `${JSON.stringify(charge)}\n`];
}

/** Writes books as JSON Lines into `logs/` and `upstream/` of a folder. @returns their rows */
export function writeMonth(folder: string, books: MonthBooks): number {
  const ledgers = ['logs', 'upstream'].map((name) => join(folder, name));
  for (const ledger of ledgers) mkdirSync(ledger, { recursive: true });
  let rows = 0;
  for (let start = 0; start < books.requests; start += FILE_REQUESTS) {
    const count = Math.min(FILE_REQUESTS, books.requests - start);
    const pairs = Array.from({ length: count }, (_, n) => rowsOf(start + n, books));
    for (const [at, ledger] of ledgers.entries()) {
      const lines = pairs.flatMap((pair) => pair[at] || []);
      rows += lines.length;
      // Empty files are refused, so an empty list is written as [].
      writeFileSync(join(ledger, `${start / FILE_REQUESTS}.jsonl`), lines.join('') || '[]');
    }
  }
  return rows;
}
