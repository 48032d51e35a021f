import { type Decimal, toDecimal, toPlainText } from '#shared/money/money.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const KINDS = ['input', 'cacheRead', 'cacheWrite', 'output'] as const;
export type Kind = (typeof KINDS)[number];

/** A model of a provider, priced per million tokens or per image. */
export interface Model {
  readonly sold: string;
  readonly billed: string;
  readonly prices: Partial<Record<Kind | 'request', string>>;
}

/** A line of a bill: one kind of usage of one model in one bucket, in the currency of the provider. */
export interface BillLine {
  readonly model: Model;
  readonly kind: Kind | 'request';
  readonly start: number;
  readonly end: number;
  readonly cost: Decimal;
}

export interface Provider {
  readonly id: string;
  readonly isClaude?: true;
  readonly currency: 'USD' | 'CNY';
  /** Length of a bucket of the bill, and offset of its start from UTC. */
  readonly bucketMs: number;
  readonly offsetMs: number;
  readonly models: readonly Model[];
  /** Whether the lines of the bill name kinds of tokens. */
  readonly namesKinds: boolean;
  /** Writes the bill as a file. @param channel for tables with a channel column */
  readonly file: (lines: readonly BillLine[], channel: string) => string;
}

const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
const inChina = (time: number): string => iso(time + 8 * HOUR_MS).replace('Z', '+08:00');
const formatCost = (cost: Decimal, places: number): string => toPlainText(toDecimal(cost.toFixed(places)));
const byBucket = (lines: readonly BillLine[]) => [...Map.groupBy(lines, ({ start }) => start)];

/** Merges the lines with the same model and bucket. */
const mergeKinds = (lines: readonly BillLine[]): BillLine[] =>
  [...Map.groupBy(lines, ({ model, start }) => `${start} ${model.billed}`).values()].map((own) => ({
    ...(own[0] as BillLine),
    cost: own.reduce((sum, { cost }) => sum.plus(cost), toDecimal(0)),
  }));

const OPENAI_ITEMS = { input: 'input', cacheRead: 'cached input', output: 'output', request: 'images' };
const openAi = (lines: readonly BillLine[]): string => {
  const buckets = byBucket(lines).map(([start, own]) => ({
    object: 'bucket',
    start_time: start / 1000,
    end_time: (start + DAY_MS) / 1000,
    results: own.map(({ model, kind, cost }) => ({
      object: 'organization.costs.result',
      amount: { value: formatCost(cost, 10), currency: 'usd' },
      line_item: `${model.billed}, ${OPENAI_ITEMS[kind as keyof typeof OPENAI_ITEMS]}`,
      project_id: 'proj_example',
    })),
  }));
  return JSON.stringify({ object: 'page', data: buckets, has_more: false, next_page: null });
};

const CLAUDE_KINDS = {
  input: 'uncached_input_tokens',
  cacheRead: 'cache_read_input_tokens',
  cacheWrite: 'cache_creation.ephemeral_5m_input_tokens',
  output: 'output_tokens',
};
const anthropic = (lines: readonly BillLine[]): string => {
  const data = byBucket(lines).map(([start, own]) => ({
    starting_at: iso(start),
    ending_at: iso(start + DAY_MS),
    results: own.map(({ model, kind, cost }) => ({
      currency: 'USD',
      amount: formatCost(cost.times(100), 6),
      cost_type: 'tokens',
      model: model.billed,
      description: `${model.sold} Usage`,
      token_type: CLAUDE_KINDS[kind as Kind],
      workspace_id: null,
    })),
  }));
  return JSON.stringify({ data, has_more: false, next_page: null });
};

const table = (head: string, rows: readonly (readonly string[])[]): string =>
  [head, ...rows.map((row) => row.join(','))].join('\n');

const deepSeek = (lines: readonly BillLine[]): string =>
  table(
    'user_id,start_time_iso,end_time_iso,model,wallet_type,cost,currency',
    mergeKinds(lines).map(({ model, start, end, cost }) => [
      ...['user-example', inChina(start), inChina(end), model.billed, 'paid', formatCost(cost, 8), 'USD'],
    ]),
  );

const BAILIAN_KINDS = { input: 'input_token', output: 'output_token' };
const bailian = (lines: readonly BillLine[]): string => {
  const items = lines.map(({ model, kind, start, cost }) => {
    const item = BAILIAN_KINDS[kind as keyof typeof BAILIAN_KINDS];
    return {
      BillingDate: inChina(start).slice(0, 10),
      Item: 'PayAsYouGoBill',
      Currency: 'CNY',
      ProductName: '大模型服务平台百炼',
      InstanceID: `1;llm;${model.billed};${item};app`,
      PretaxGrossAmount: formatCost(cost, 6),
      PretaxAmount: formatCost(cost, 6),
    };
  });
  return JSON.stringify({ Code: 'Success', Data: { TotalCount: items.length, Items: items } });
};

const METER_ENDS = {
  input: 'input-tokens',
  cacheRead: 'cache-read-input-token-count',
  cacheWrite: 'cache-write-input-token-count',
  output: 'output-tokens',
};
const bedrock = (lines: readonly BillLine[]): string =>
  table(
    'identity_line_item_id,line_item_line_item_type,line_item_usage_start_date,line_item_usage_end_date,line_item_product_code,line_item_usage_type,line_item_usage_amount,pricing_unit,line_item_currency_code,line_item_unblended_cost',
    lines.map(({ model, kind, start, end, cost }, index) => {
      const meter = `USE1-${model.billed}-${METER_ENDS[kind as Kind]}`;
      const usage = [meter, toPlainText(cost.times(1000).div(model.prices[kind] ?? 1)), '1K tokens'];
      return [
        `li${index}`,
        'Usage',
        iso(start),
        iso(end),
        'AmazonBedrock',
        ...usage,
        'USD',
        formatCost(cost, 10),
      ];
    }),
  );

/** A table in the format of this service, with channels. */
const ownTable = (lines: readonly BillLine[], channelId: string): string =>
  JSON.stringify(
    mergeKinds(lines).map(({ model, start, cost }) => ({
      occurredAt: iso(start),
      model: model.billed,
      channelId,
      status: 'success',
      costAmount: formatCost(cost, 6),
      currency: 'USD',
    })),
  );

const DAY = { bucketMs: DAY_MS, offsetMs: 0, namesKinds: true, currency: 'USD' } as const;
const CHINA = { ...DAY, offsetMs: -8 * HOUR_MS } as const;

const GPT = { input: '2.5', cacheRead: '1.25', output: '10' };
const GPT_MINI = { input: '0.15', cacheRead: '0.075', output: '0.6' };
const SONNET = { input: '3', cacheRead: '0.3', cacheWrite: '3.75', output: '15' };
const HAIKU = { input: '1', cacheRead: '0.1', cacheWrite: '1.25', output: '5' };
const DEEPSEEK = { input: '0.28', cacheRead: '0.028', output: '0.42' };
const QWEN = { input: '2.4', output: '9.6' };
const LLAMA = { input: '0.5', cacheRead: '0.25', output: '2' };

export const PROVIDERS: readonly Provider[] = [
  {
    ...DAY,
    id: 'openai',
    file: openAi,
    models: [
      { sold: 'gpt-4o', billed: 'gpt-4o-2024-08-06', prices: GPT },
      { sold: 'gpt-4o-mini', billed: 'gpt-4o-mini-2024-07-18', prices: GPT_MINI },
      { sold: 'dall-e-3', billed: 'dall-e-3', prices: { request: '0.04' } },
    ],
  },
  {
    ...DAY,
    id: 'anthropic',
    isClaude: true,
    file: anthropic,
    models: [
      { sold: 'claude-sonnet-4-5', billed: 'claude-sonnet-4-5-20250929', prices: SONNET },
      { sold: 'claude-haiku-4-5', billed: 'claude-haiku-4-5-20251001', prices: HAIKU },
    ],
  },
  {
    ...CHINA,
    id: 'deepseek',
    namesKinds: false,
    file: deepSeek,
    models: [{ sold: 'deepseek-chat', billed: 'deepseek-chat', prices: DEEPSEEK }],
  },
  {
    ...CHINA,
    id: 'bailian',
    currency: 'CNY',
    file: bailian,
    models: [{ sold: 'qwen-max', billed: 'qwen-max', prices: QWEN }],
  },
  {
    ...DAY,
    id: 'bedrock',
    isClaude: true,
    bucketMs: HOUR_MS,
    file: bedrock,
    models: [{ sold: 'claude4.6sonnet', billed: 'Claude4.6Sonnet', prices: SONNET }],
  },
  {
    ...DAY,
    id: 'table',
    namesKinds: false,
    file: ownTable,
    models: [{ sold: 'llama-4', billed: 'llama-4', prices: LLAMA }],
  },
];
