import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { compare, toPlainText, ZERO } from '#shared/money/money.ts';
import type { PriceUse } from '#shared/pipeline/reconcile/estimator.ts';
import type { NoEstimateReason } from '#shared/prices/estimate-cost.ts';
import type { PriceCandidate } from '#shared/prices/price-book.ts';
import { hasPrices, PRICED_KINDS, type PriceSettings } from '#shared/prices/price-settings.ts';
import { alignColumns } from '../print/screen.ts';
import { Problem } from '../problem.ts';
import { reconcileMonth } from './run-month.ts';
import type { MonthSettings } from './settings/settings.ts';

const words = {
  en: {
    heads: ['model', 'channel', 'bought as', 'sales', 'revenue', 'price', 'from'],
    list: 'published list',
    none: 'none',
    why: (kind: NoEstimateReason) =>
      ({ price: 'no price', tokens: 'no tokens in the log', rate: 'no exchange rate for its currency' })[
        kind as string
      ] ?? `no price of ${kind}`,
    without: (why: string, requests: number, revenue: string) => `${why}: ${requests}, ${revenue}`,
    unpriced: (requests: number, revenue: string) =>
      `Sales without an estimate: ${requests}, revenue ${revenue}.`,
    missing: '--show-prices needs prices. Use --prices prices.json, or "prices" in the settings file.',
  },
  zh: {
    heads: ['模型', '渠道', '采购名', '请求数', '收入', '价格', '来源'],
    list: '公开价目',
    none: '无',
    why: (kind: NoEstimateReason) =>
      ({ price: '没有价格', tokens: '日志没有 token 数', rate: '该币种没有汇率' })[kind as string] ??
      `没有 ${kind} 的价格`,
    without: (why: string, requests: number, revenue: string) => `${why}：${requests} 个请求，${revenue}`,
    unpriced: (requests: number, revenue: string) => `无法估算：${requests} 个请求，收入 ${revenue}。`,
    missing: '--show-prices 需要价格：--prices prices.json，或设置文件中的 "prices"。',
  },
} as const;
type PriceWords = (typeof words)[keyof typeof words];

function formatPrice({ entry, currency }: PriceCandidate): string {
  const { from, until } = entry;
  const parts = ([...PRICED_KINDS, 'request', 'ofSale', 'factor'] as const).flatMap((name) =>
    entry[name] === undefined ? [] : [`${name} ${entry[name]}`],
  );
  const days = from === undefined && until === undefined ? '' : ` (${from ?? ''}..${until ?? ''})`;
  return `${parts.join(', ')} ${currency}${days}`;
}

/** Sorts the prices that applied to a model, the earliest first. */
const sortByDate = ({ applied }: PriceUse): PriceCandidate[] =>
  [...applied].sort((a, b) => a.fromMs - b.fromMs || (`${a.source}` < `${b.source}` ? -1 : 1));

function formatUse(use: PriceUse, texts: PriceWords): string[][] {
  const sold = [use.model, use.channelId ?? '-', use.bought ?? '-'];
  const figures = [`${use.requests}`, toPlainText(use.revenue.value)];
  const applied = sortByDate(use).map((candidate) => [
    formatPrice(candidate),
    candidate.source === 'list' ? texts.list : `models[${candidate.source}]`,
  ]);
  const without = [...use.unpriced]
    .sort()
    .map(([kind, { requests, revenue }]) => [
      texts.without(texts.why(kind), requests, toPlainText(revenue.value)),
      texts.none,
    ]);
  return [...applied, ...without].map((cells, index) => [
    ...(index === 0 ? [...sold, ...figures] : ['', '', '', '', '']),
    ...cells,
  ]);
}

/** Replaces the published list in price settings by the prices of it that applied. Returns settings for `--prices`. */
function withoutPublishedList(
  uses: readonly PriceUse[],
  { list: _list, models = [], ...rest }: PriceSettings,
): PriceSettings {
  const ownEntries = models.filter((entry) => entry.ofSale !== undefined || hasPrices(entry));
  const listed = uses.flatMap((use) =>
    sortByDate(use)
      .filter(({ entry }) => !ownEntries.includes(entry))
      .map(({ entry: { provider: _provider, ...entry }, factor, currency }) => ({
        ...entry,
        model: use.model,
        ...(use.channelId !== undefined && { channel: use.channelId }),
        ...(factor !== undefined && { factor }),
        currency,
      })),
  );
  return { ...rest, models: [...ownEntries, ...listed] };
}

/** Formats the purchase price of each model and channel for `--show-prices`, or with `--json` a file for `--prices`. */
export async function describePrices(settings: MonthSettings): Promise<string[]> {
  const { configured, json, language = DEFAULT_LANGUAGE } = settings;
  const { prices } = configured;
  if (prices === undefined) throw new Problem({ en: words.en.missing, zh: words.zh.missing });
  const { reconciled } = await reconcileMonth(settings, () => () => {});
  const uses = reconciled.uses.toSorted((a, b) => compare(b.revenue.value, a.revenue.value));
  if (json) return [JSON.stringify(withoutPublishedList(uses, prices), null, 2)];
  const texts = words[language];
  const unpriced = uses.flatMap((use) => [...use.unpriced.values()]);
  const requests = unpriced.reduce((sum, line) => sum + line.requests, 0);
  const revenue = unpriced.reduce((sum, line) => sum.plus(line.revenue.value), ZERO);
  const rows = uses.flatMap((use) => formatUse(use, texts)).map((row) => row.map(escapeInvisible));
  return [
    ...alignColumns(['left', 'left', 'left', 'right', 'right', 'left', 'left'], [[...texts.heads], ...rows]),
    ...(requests > 0 ? ['', texts.unpriced(requests, toPlainText(revenue))] : []),
  ];
}
