import { formatDay } from '#shared/instant.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { makeTextFile, type TextFile } from '../pipeline/run-in-memory.ts';
import { Random } from '../random.ts';

/** A request with the facts of log and bill; amounts in US dollars. */
export interface Sale {
  readonly id: string;
  readonly time: number;
  readonly day: number;
  readonly model: string;
  readonly user: number;
  readonly channel: number;
  readonly input: number;
  readonly output: number;
  /** 1.4 times the cost. */
  readonly price: number;
  readonly cost: number;
}

/** Differences from a correct month whose bill has request ids. */
export interface Plan {
  readonly from?: number;
  readonly to?: number;
  /** Share of the price that a request is charged; `null` if it is not in the log. */
  readonly charged?: (sale: Sale) => number | null;
  /** Factor on the cost of a request; `null` if it is not in the bill. */
  readonly billed?: (sale: Sale) => number | null;
  readonly grain?: 'request' | 'day';
  /** Hours by which the days of the bill start before those of UTC. */
  readonly hoursEast?: number;
  readonly billCurrency?: string;
  readonly hasBill?: boolean;
  readonly hasPayments?: boolean;
  /** Changed fields of log rows and of their price snapshots. */
  readonly row?: (sale: Sale) => { readonly fields?: object; readonly other?: object } | undefined;
  /** Further lines of the bill. */
  readonly lines?: (sales: readonly Sale[]) => readonly object[];
  /** Replace the correct payments. */
  readonly payments?: readonly object[];
  readonly settings?: Partial<RunSettings>;
}

/** Files and settings of a month, and its true amounts. */
export interface PlantedBook {
  readonly files: readonly TextFile[];
  readonly settings: Partial<RunSettings>;
  /** Amounts charged below and above the price, and billed without a log row. */
  readonly truth: Readonly<Record<'under' | 'over' | 'leaked' | 'revenue' | 'cost', number>>;
}

/** Prices per million tokens of input and output. */
const PRICES: Readonly<Record<string, readonly [input: number, output: number]>> = {
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
  'claude-sonnet-4-5': [3, 15],
  'deepseek-chat': [0.28, 0.42],
};
const CHANNELS: Readonly<Record<string, number>> = { 'claude-sonnet-4-5': 2, 'deepseek-chat': 3 };
const MARKUP = 1.4;
const UNIT = 500_000;
const DAY_MS = 86_400_000;
const OCTOBER = Date.parse('2026-10-01T00:00:00Z');
const PER_DAY = 12;

/** Purchase prices as settings. */
export const PURCHASE_PRICES: NonNullable<RunSettings['prices']> = {
  currency: 'USD',
  models: Object.entries(PRICES).map(([model, [input, output]]) => ({
    model,
    input: `${input}`,
    output: `${output}`,
  })),
};

const OCTOBER_PERIOD = { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' };
const roundAmount = (amount: number): number => Number(amount.toFixed(8));
const iso = (time: number): string => new Date(time).toISOString();
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

function drawSales(random: Random, { from = 1, to = 31 }: Plan): Sale[] {
  return Array.from({ length: (to - from + 1) * PER_DAY }, (_, at) => {
    const day = from + Math.floor(at / PER_DAY);
    const within = ((at % PER_DAY) + 0.1 + 0.8 * random.next()) / PER_DAY;
    const model = random.one(Object.keys(PRICES));
    const [inputPrice, outputPrice] = PRICES[model] ?? [0, 0];
    const [input, output] = [random.whole(4000, 60_000), random.whole(300, 6000)];
    const cost = roundAmount((input * inputPrice + output * outputPrice) / 1e6);
    return {
      id: `20261001000000${`${at}`.padStart(6, '0')}abcdef`,
      time: OCTOBER + (day - 1) * DAY_MS + Math.floor((within * DAY_MS) / 1000) * 1000,
      day,
      model,
      user: random.whole(3, 7),
      channel: CHANNELS[model] ?? 1,
      input,
      output,
      price: cost * MARKUP,
      cost,
    };
  });
}

const quotaOf = (amount: number): number => Math.round(amount * UNIT);

/** Builds a log row of new-api. */
function logRow(
  sale: Sale,
  at: number,
  share: number,
  { fields = {}, other = {} }: { fields?: object; other?: object } = {},
) {
  const [inputPrice, outputPrice] = PRICES[sale.model] ?? [1, 1];
  return {
    id: at + 1,
    user_id: sale.user,
    token_id: sale.user,
    channel: sale.channel,
    model_name: sale.model,
    request_id: sale.id,
    group: 'default',
    type: 2,
    created_at: sale.time / 1000,
    quota: quotaOf(sale.price * share),
    prompt_tokens: sale.input,
    completion_tokens: sale.output,
    ...fields,
    other: JSON.stringify({
      model_price: -1,
      model_ratio: roundAmount((inputPrice * MARKUP) / 2),
      completion_ratio: roundAmount(outputPrice / inputPrice),
      group_ratio: 1,
      user_group_ratio: -1,
      billing_source: 'wallet',
      admin_info: { use_channel: [`${sale.channel}`] },
      ...other,
    }),
  };
}

/** Builds a line of a bill. */
export const buildBillLine = (time: number, model: string, cost: number, more: object = {}) => ({
  occurredAt: iso(time),
  model,
  status: 'success',
  costAmount: `${roundAmount(cost)}`,
  currency: 'USD',
  ...more,
});

/** Builds a line of a bill with a request id. */
export const buildRequestLine = ({ id, time, model, channel }: Sale, cost: number, more: object = {}) =>
  buildBillLine(time - 2000, model, cost, {
    requestId: id,
    upstreamId: `up-${id}`,
    channelId: `${channel}`,
    ...more,
  });

/** Builds a payment of 50 dollars on a day of October. */
export const buildPayment = (user: number, day: number, more: object = {}) => ({
  transactionId: `pi_${user}_${day}`,
  occurredAt: iso(OCTOBER + (day - 1) * DAY_MS),
  userId: `${user}`,
  status: 'settled',
  amount: '50',
  creditedAmount: '50',
  currency: 'USD',
  ...more,
});

function billOf(
  sales: readonly (readonly [sale: Sale, factor: number])[],
  { grain, hoursEast = 0, billCurrency: currency = 'USD' }: Plan,
) {
  if (grain !== 'day')
    return sales.map(([sale, factor]) => buildRequestLine(sale, sale.cost * factor, { currency }));
  const shift = hoursEast * 3_600_000;
  const days = Map.groupBy(sales, ([{ time, model }]) => `${formatDay(time + shift)} ${model}`);
  return [...days].map(([key, own]) => {
    const [day = '', model = ''] = key.split(' ');
    return buildBillLine(
      Date.parse(day) - shift,
      model,
      sum(own.map(([{ cost }, factor]) => cost * factor)),
      {
        currency,
      },
    );
  });
}

/** Draws a month of a gateway from a seed and a plan. */
export function drawPlantedBook(seed: number, plan: Plan): PlantedBook {
  const { charged = () => 1, billed = () => 1 } = plan;
  const { hasBill = true, hasPayments = true } = plan;
  const sales = drawSales(new Random(seed), plan);
  const logged = sales.flatMap((sale) => {
    const share = charged(sale);
    return share === null ? [] : [[sale, share] as const];
  });
  const paid = sales.flatMap((sale) => {
    const factor = billed(sale);
    return factor === null ? [] : [[sale, factor] as const];
  });
  const bill = [...billOf(paid, plan), ...(plan.lines?.(sales) ?? [])];
  const payments = plan.payments ?? [3, 4, 5, 6, 7].map((user) => buildPayment(user, user));
  const isLogged = new Set(logged.map(([sale]) => sale));
  const off = logged.map(([{ price }, share]) => price * (share - 1));
  return {
    files: [
      makeTextFile(
        'logs',
        logged.map(([sale, share], at) => logRow(sale, at, share, plan.row?.(sale))),
      ),
      ...(hasBill ? [makeTextFile('upstreamCharges', bill)] : []),
      ...(hasPayments ? [makeTextFile('payments', payments)] : []),
    ],
    settings: { period: OCTOBER_PERIOD, ...plan.settings },
    truth: {
      under: -sum(off.filter((difference) => difference < 0)),
      over: sum(off.filter((difference) => difference > 0)),
      leaked: sum(paid.flatMap(([sale, factor]) => (isLogged.has(sale) ? [] : sale.cost * factor))),
      revenue: sum(logged.map(([{ price }, share]) => price * share)),
      cost: sum(bill.map((line) => Number('costAmount' in line ? line.costAmount : 0))),
    },
  };
}
