import { formatDay } from '#shared/instant.ts';
import type { StatedSettings } from '#shared/pipeline/settings/stated-settings.ts';
import type { PriceEntry, PriceSettings } from '#shared/prices/price-settings.ts';

/** Lines of a sheet, cell by cell, as they are typed. */
export type Lines = readonly (readonly string[])[];

/** What the form says, as it is typed; empty where it says nothing. */
export interface Form {
  readonly quotaPerUnit: string;
  readonly currency: string;
  /** Days, as `2026-03-01`; empty where the period is open. */
  readonly from: string;
  readonly to: string;
  readonly paymentsCurrency: string;
  readonly pricesCurrency: string;
  /** Currency, first day, worth. */
  readonly rates: Lines;
  /** Model, channel, and an amount for each of `AMOUNTS`. */
  readonly prices: Lines;
  /** Name in the bill, model sold. */
  readonly names: Lines;
  /** What a file states of prices that no sheet shows; it holds after the sheet's. */
  readonly rest: PriceSettings;
}
export type Sheet = 'rates' | 'prices' | 'names';

export const EMPTY: Form = {
  quotaPerUnit: '',
  currency: '',
  from: '',
  to: '',
  paymentsCurrency: '',
  pricesCurrency: '',
  rates: [],
  prices: [],
  names: [],
  rest: {},
};

const AMOUNTS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'request'] as const;
const PRICE_CELLS = ['model', 'channel', ...AMOUNTS] as const;
/** Cells of a line. */
const WIDTHS: Readonly<Record<Sheet, number>> = { rates: 3, prices: PRICE_CELLS.length, names: 2 };
/** Prices that a sheet shows: more are not typed. */
const LINES_MAX = 100;

const isPlain = ({ model: _model, channel: _channel, ...rest }: PriceEntry): boolean =>
  Object.keys(rest).every((name) => AMOUNTS.some((amount) => amount === name));

const lineOf = (entry: PriceEntry): string[] =>
  PRICE_CELLS.map((name) => [entry[name] ?? []].flat().join(', '));

/** Entries that a sheet can show, up to the first that it cannot: their order decides. */
function pricesIn({ currency = '', models = [], ...more }: PriceSettings) {
  const other = models.findIndex((entry, place) => place >= LINES_MAX || !isPlain(entry));
  const shown = other < 0 ? models.length : other;
  return {
    pricesCurrency: currency,
    prices: models.slice(0, shown).map(lineOf),
    rest: { ...more, ...(other >= 0 && { models: models.slice(shown) }) },
  };
}

const ratesIn = (rates: NonNullable<StatedSettings['rates']>): Lines =>
  Object.entries(rates).flatMap(([currency, rate]) =>
    typeof rate === 'object'
      ? Object.entries(rate).map(([from, worth]) => [currency, from, String(worth)])
      : [[currency, '', String(rate)]],
  );

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

const dayAt = (instant = ''): string => MIDNIGHT.exec(instant)?.[1] ?? '';

/** The days of a period, where it begins and ends with days in UTC: what a form can show. */
function daysOf(period: NonNullable<StatedSettings['period']>): Pick<Form, 'from' | 'to'> {
  if (typeof period !== 'string') return { from: dayAt(period.start), to: dayAt(period.end) };
  const [year = 0, month = 1] = period.split('-').map(Number);
  return { from: `${period}-01`, to: formatDay(Date.UTC(year, month, 1)) };
}

/** What a file states, as the form shows it. */
export const formOf = ({
  quotaPerUnit,
  currency,
  period,
  paymentsCurrency,
  rates,
  names,
  prices,
}: StatedSettings): Partial<Form> => ({
  ...(quotaPerUnit !== undefined && { quotaPerUnit: String(quotaPerUnit) }),
  ...(currency !== undefined && { currency }),
  ...(period !== undefined && daysOf(period)),
  ...(paymentsCurrency !== undefined && { paymentsCurrency }),
  ...(rates && { rates: ratesIn(rates) }),
  ...(names && { names: Object.entries(names) }),
  ...(typeof prices === 'object' && pricesIn(prices)),
});

/** Whether a line states something: a currency, a model or a name alone only asks for it. */
const isStated = (sheet: Sheet, line: readonly string[]): boolean =>
  line.slice(sheet === 'names' ? 1 : 2).some((cell) => cell.trim() !== '');

/** Names that a person has typed, with commas between them. */
export const namesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

/** A line of prices as an entry; cells that are empty state nothing. */
const entryOf = (line: readonly string[]): object =>
  Object.fromEntries(
    PRICE_CELLS.flatMap((name, place) => {
      const cell = line[place] ?? '';
      if (cell === '') return [];
      return [[name, name === 'channel' && cell.includes(',') ? namesIn(cell) : cell]];
    }),
  );

function ratesOf(lines: Lines): Record<string, unknown> {
  const rates: Record<string, unknown> = {};
  for (const [currency = '', from = '', worth = ''] of lines) {
    const code = currency.toUpperCase();
    const others = rates[code];
    const isByDay = from !== '' || typeof others === 'object';
    rates[code] = isByDay ? { ...(typeof others === 'object' && others), [from]: worth } : worth;
  }
  return rates;
}

const midnight = (day: string): string => `${day}T00:00:00.000Z`;

/** What the form states, in the words of a settings file; whether it may be so is the schema's to say. */
export function statedIn(form: Form): Record<string, unknown> {
  const { quotaPerUnit, currency, from, to, paymentsCurrency, pricesCurrency, rest } = form;
  const of = (sheet: Sheet) =>
    form[sheet].filter((line) => isStated(sheet, line)).map((line) => line.map((cell) => cell.trim()));
  const [rates, names] = [of('rates'), of('names')];
  const models = [...of('prices').map(entryOf), ...(rest.models ?? [])];
  const prices = { ...(pricesCurrency !== '' && { currency: pricesCurrency }), ...rest, models };
  const period = { ...(from !== '' && { start: midnight(from) }), ...(to !== '' && { end: midnight(to) }) };
  return {
    ...(quotaPerUnit !== '' && { quotaPerUnit: Number(quotaPerUnit) }),
    ...(currency !== '' && { currency }),
    ...(from + to !== '' && { period }),
    ...(paymentsCurrency !== '' && { paymentsCurrency }),
    ...(rates.length > 0 && { rates: ratesOf(rates) }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...((models.length > 0 || rest.list) && { prices }),
  };
}

/** Where a cell stands in the settings, as refusals name it; empty where none does. */
export function pathOf(sheet: Sheet, lines: Lines, place: number, cell: number): string {
  const line = lines[place] ?? [];
  if (!isStated(sheet, line)) return '';
  const before = lines.slice(0, place).filter((one) => isStated(sheet, one)).length;
  if (sheet === 'prices') return `prices.models[${before}]${cell === 0 ? '' : `.${PRICE_CELLS[cell]}`}`;
  const [currency = '', from] = line;
  return sheet === 'rates' && cell === 2
    ? ['rates', currency.toUpperCase() || '?', from].filter(Boolean).join('.')
    : '';
}

/** The fields that each setting of purchases fills in. */
const FIELDS = {
  paymentsCurrency: ['paymentsCurrency'],
  rates: ['rates'],
  names: ['names'],
  prices: ['pricesCurrency', 'prices', 'rest'],
} as const satisfies Record<string, readonly (keyof Form)[]>;

/**
 * What a file has filled in of purchases, and nobody has changed since, leaves with it.
 * @param others what the other files state, in its place
 */
export function withoutStated(form: Form, settings: StatedSettings, others: StatedSettings): Form {
  const now = statedIn(form);
  const then = statedIn({ ...EMPTY, ...formOf(settings) });
  const gone = Object.entries(FIELDS).filter(
    ([name]) => then[name] !== undefined && JSON.stringify(now[name]) === JSON.stringify(then[name]),
  );
  const empty = gone.flatMap(([, fields]) => fields.map((field) => [field, EMPTY[field]]));
  const left = gone.map(([name]) => [name, others[name as keyof typeof FIELDS]]);
  return { ...form, ...Object.fromEntries(empty), ...formOf(Object.fromEntries(left)) };
}

/** Lines to be filled in, for what needs them: those that nobody has filled in make room. */
export function askedFor(sheet: Sheet, lines: Lines, keys: readonly string[]): Lines {
  const stated = lines.filter((line) => isStated(sheet, line));
  const blank = keys
    .filter((key) => !stated.some(([named]) => named === key))
    .map((key) => [key, ...Array.from({ length: WIDTHS[sheet] - 1 }, () => '')]);
  return [...stated, ...blank.slice(0, LINES_MAX)];
}
