import { DAY_MS, formatDay } from '#shared/instant.ts';
import { listChannelBalances } from '#shared/pipeline/settings/bill-settings.ts';
import type { ChannelBalance, SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import type { PriceEntry, PriceSettings } from '#shared/prices/price-settings.ts';
import { fromWallTime, isTimeZone, toWallTime } from '#shared/zoned-time.ts';

/** Lines of a table of the form, as texts of their cells. */
export type Lines = readonly (readonly string[])[];

/** Content of the settings form as it was typed. Empty texts are not set. */
export interface SettingsForm {
  readonly quotaPerUnit: string;
  readonly currency: string;
  /** First day, and the day after the last, such as `2026-03-01`. Empty for an open end. */
  readonly from: string;
  readonly to: string;
  /** Zone of the report's days and of these two. Empty for UTC. */
  readonly timeZone: string;
  readonly paymentsCurrency: string;
  readonly pricesCurrency: string;
  /** Cells: currency, first day, value of one unit. */
  readonly rates: Lines;
  /** Cells: model, channel, and a price for each of `AMOUNTS`. */
  readonly prices: Lines;
  /** Cells: name in the bill, model sold. */
  readonly names: Lines;
  /** Cells: channel, opening balance, top-ups with commas, closing balance, currency, factor. */
  readonly balances: Lines;
  /** Price settings of a file that the form cannot show. They apply after the prices of the form. */
  readonly rest: PriceSettings;
}
/** Name of a table of the form. */
export type SheetName = 'rates' | 'prices' | 'names' | 'balances';

/** Form without any content. */
export const EMPTY_FORM: SettingsForm = {
  quotaPerUnit: '',
  currency: '',
  from: '',
  to: '',
  timeZone: '',
  paymentsCurrency: '',
  pricesCurrency: '',
  rates: [],
  prices: [],
  names: [],
  balances: [],
  rest: {},
};

const AMOUNTS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'request'] as const;
const PRICE_CELLS = ['model', 'channel', ...AMOUNTS] as const;
/** Cells of a line of each table, named as in the settings. */
const CELLS: Readonly<Record<SheetName, readonly string[]>> = {
  rates: ['currency', 'from', 'rate'],
  prices: PRICE_CELLS,
  names: ['billed', 'sold'],
  balances: ['channel', 'balance.opening', 'balance.toppedUp', 'balance.closing', 'currency', 'factor'],
};
/** Most prices of a file that the form shows, and most empty lines. */
const LINES_MAX = 100;

const isPlain = ({ model: _model, channel: _channel, ...rest }: PriceEntry): boolean =>
  Object.keys(rest).every((name) => AMOUNTS.some((amount) => amount === name));

const toLine = (entry: PriceEntry): string[] =>
  PRICE_CELLS.map((name) => [entry[name] ?? []].flat().join(', '));

/**
 * Splits prices into lines of the form and the rest. The rest begins with the first entry that the form cannot show,
 * because the order of entries matters.
 */
function priceLines({ currency = '', models = [], ...more }: PriceSettings) {
  const firstOther = models.findIndex((entry, index) => index >= LINES_MAX || !isPlain(entry));
  const count = firstOther < 0 ? models.length : firstOther;
  return {
    pricesCurrency: currency,
    prices: models.slice(0, count).map(toLine),
    rest: { ...more, ...(firstOther >= 0 && { models: models.slice(count) }) },
  };
}

const rateLines = (rates: NonNullable<SettingsFile['rates']>): Lines =>
  Object.entries(rates).flatMap(([currency, rate]) =>
    typeof rate === 'object'
      ? Object.entries(rate).map(([from, worth]) => [currency, from, String(worth)])
      : [[currency, '', String(rate)]],
  );

const balanceLine = ({ channel, balance, currency = '', factor = '' }: ChannelBalance): string[] => {
  const { opening, toppedUp = [], closing } = balance;
  return [channel, `${opening}`, [toppedUp].flat().join(', '), `${closing}`, currency, factor];
};

const buildBalance = ([
  channel = '',
  opening = '',
  toppedUp = '',
  closing = '',
  currency = '',
  factor = '',
]: readonly string[]) => ({
  channel,
  ...(currency !== '' && { currency }),
  ...(factor !== '' && { factor }),
  balance: { opening, ...(toppedUp !== '' && { toppedUp: splitNames(toppedUp) }), closing },
});

/** Day that begins at an instant in a zone; empty if none does. */
function parseMidnight(instant: string | undefined, zone: string): string {
  const wall = toWallTime(Date.parse(instant ?? ''), zone);
  return wall % DAY_MS === 0 ? formatDay(wall) : '';
}

/** Days of a period. Empty for a bound that is not midnight in the zone, which the form cannot show. */
function periodDays(
  period: NonNullable<SettingsFile['period']>,
  zone = 'UTC',
): Pick<SettingsForm, 'from' | 'to'> {
  if (typeof period !== 'string')
    return { from: parseMidnight(period.start, zone), to: parseMidnight(period.end, zone) };
  const [year = 0, month = 1] = period.split('-').map(Number);
  return { from: `${period}-01`, to: formatDay(Date.UTC(year, month, 1)) };
}

/** Converts the settings of a settings file to fields of the form. Leaves out fields whose setting is not set. */
export const settingsToForm = ({
  quotaPerUnit,
  currency,
  period,
  timeZone,
  paymentsCurrency,
  rates,
  names,
  prices,
  upstream,
}: SettingsFile): Partial<SettingsForm> => ({
  ...(quotaPerUnit !== undefined && { quotaPerUnit: String(quotaPerUnit) }),
  ...(currency !== undefined && { currency }),
  ...(timeZone !== undefined && { timeZone }),
  ...(period !== undefined && periodDays(period, timeZone)),
  ...(paymentsCurrency !== undefined && { paymentsCurrency }),
  ...(rates && { rates: rateLines(rates) }),
  ...(names && { names: Object.entries(names) }),
  ...(listChannelBalances(upstream).length > 0 && {
    balances: listChannelBalances(upstream).map(balanceLine),
  }),
  ...(typeof prices === 'object' && priceLines(prices)),
});

/** Whether a line has a value. A line with only a currency, model or name is still to be filled in. */
const isFilled = (sheet: SheetName, line: readonly string[]): boolean =>
  sheet === 'names'
    ? line.every((cell) => cell.trim() !== '')
    : line.slice(sheet === 'balances' ? 1 : 2).some((cell) => cell.trim() !== '');

/** Splits a text at its commas, and trims the parts. */
export const splitNames = (text: string): string[] => text.split(',').map((name) => name.trim());

/** Builds a price entry from a line. Leaves out empty cells. */
const buildPriceEntry = (line: readonly string[]): object =>
  Object.fromEntries(
    PRICE_CELLS.flatMap((name, index) => {
      const cell = line[index] ?? '';
      if (cell === '') return [];
      return [[name, name === 'channel' && cell.includes(',') ? splitNames(cell) : cell]];
    }),
  );

function buildRates(lines: Lines): Record<string, unknown> {
  const rates: Record<string, unknown> = {};
  for (const [currency = '', from = '', worth = ''] of lines) {
    const code = currency.toUpperCase();
    const earlier = rates[code];
    const isByDay = from !== '' || typeof earlier === 'object';
    rates[code] = isByDay ? { ...(typeof earlier === 'object' && earlier), [from]: worth } : worth;
  }
  return rates;
}

/** Start of a day in a zone; in UTC for a zone that does not exist, which the settings refuse. */
function midnight(day: string, zone: string): string {
  const start = isTimeZone(zone) ? fromWallTime(Date.parse(day), zone) : Number.NaN;
  return Number.isNaN(start) ? `${day}T00:00:00.000Z` : new Date(start).toISOString();
}

const GROUPS = /^\d{1,3}(?:,\d{3})+$/;

/** Rewrites a typed number: `500,000` and `500 000` as `500000`, `0,14` as `0.14`. Returns other text unchanged. */
export function normalizeNumber(text: string): string {
  const digits = text.trim().replace(/[\s\u00a0\u202f'’]/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return text;
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma === -1) return digits;
  if (point > comma || GROUPS.test(digits)) return digits.replaceAll(',', '');
  return digits.indexOf(',') === comma ? digits.replaceAll('.', '').replace(',', '.') : text;
}

/** Cells of a sheet that contain a number. */
const isNumberCell = (sheet: SheetName, cell: number): boolean =>
  (sheet === 'rates' || sheet === 'prices') && cell >= 2;

/** Converts the form to settings, named as in a settings file. Does not validate them. */
export function formToSettings(form: SettingsForm): Record<string, unknown> {
  const { quotaPerUnit, currency, from, to, timeZone, paymentsCurrency, pricesCurrency, rest } = form;
  const zone = timeZone || 'UTC';
  const filledLines = (sheet: SheetName) =>
    form[sheet]
      .filter((line) => isFilled(sheet, line))
      .map((line) => line.map((cell, at) => (isNumberCell(sheet, at) ? normalizeNumber(cell) : cell).trim()));
  const [rates, names, balances] = [filledLines('rates'), filledLines('names'), filledLines('balances')];
  const models = [...filledLines('prices').map(buildPriceEntry), ...(rest.models ?? [])];
  const prices = { ...(pricesCurrency !== '' && { currency: pricesCurrency }), ...rest, models };
  const period = {
    ...(from !== '' && { start: midnight(from, zone) }),
    ...(to !== '' && { end: midnight(to, zone) }),
  };
  return {
    ...(quotaPerUnit !== '' && { quotaPerUnit: Number(normalizeNumber(quotaPerUnit)) }),
    ...(currency !== '' && { currency }),
    ...(from + to !== '' && { period }),
    ...(timeZone !== '' && { timeZone }),
    ...(paymentsCurrency !== '' && { paymentsCurrency }),
    ...(rates.length > 0 && { rates: buildRates(rates) }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...(balances.length > 0 && { upstream: balances.map(buildBalance) }),
    ...((models.length > 0 || rest.list) && { prices }),
  };
}

/**
 * Returns the path of a cell in the settings, such as `prices.models[0].input`. `PageState.mistakes` names invalid
 * cells by this path. Returns an empty text for an empty line, and for a cell that is never invalid.
 */
export function findSettingPath(sheet: SheetName, lines: Lines, index: number, cell: number): string {
  const line = lines[index] ?? [];
  if (!isFilled(sheet, line)) return '';
  const before = lines.slice(0, index).filter((earlier) => isFilled(sheet, earlier)).length;
  if (sheet === 'prices') return `prices.models[${before}]${cell === 0 ? '' : `.${PRICE_CELLS[cell]}`}`;
  if (sheet === 'balances') return `upstream[${before}].${CELLS.balances[cell]}`;
  const [currency = '', from] = line;
  return sheet === 'rates' && cell === 2
    ? ['rates', currency.toUpperCase() || '?', from].filter(Boolean).join('.')
    : '';
}

/** Fields of the form by setting, for the settings about purchases. */
export const PURCHASE_FIELDS = {
  paymentsCurrency: ['paymentsCurrency'],
  rates: ['rates'],
  names: ['names'],
  upstream: ['balances'],
  prices: ['pricesCurrency', 'prices', 'rest'],
} as const satisfies Record<string, readonly (keyof SettingsForm)[]>;

/**
 * Returns the form after the user has removed a settings file. Clears the rates, prices, names, balances and payment
 * currency of this file unless the user has changed them.
 * @param settings settings of the removed file
 * @param others settings of the remaining files, which are filled in instead
 */
export function withoutFileSettings(
  form: SettingsForm,
  settings: SettingsFile,
  others: SettingsFile,
): SettingsForm {
  const now = formToSettings(form);
  const then = formToSettings({ ...EMPTY_FORM, ...settingsToForm(settings) });
  const unchanged = Object.entries(PURCHASE_FIELDS).filter(
    ([name]) => then[name] !== undefined && JSON.stringify(now[name]) === JSON.stringify(then[name]),
  );
  const empty = unchanged.flatMap(([, fields]) => fields.map((field) => [field, EMPTY_FORM[field]]));
  const replaced = unchanged.map(([name]) => [name, others[name as keyof typeof PURCHASE_FIELDS]]);
  return { ...form, ...Object.fromEntries(empty), ...settingsToForm(Object.fromEntries(replaced)) };
}

/**
 * Returns the filled lines of a table of the form, followed by an empty line for each key that has no line. Adds at
 * most 100 empty lines, and drops all others.
 * @param keys values of the first column for which the table needs a line, such as models
 */
export function withLinesFor(sheet: SheetName, lines: Lines, keys: readonly string[]): Lines {
  const filled = lines.filter((line) => isFilled(sheet, line));
  const blank = keys
    .filter((key) => !filled.some(([name]) => name === key))
    .map((key) => [key, ...CELLS[sheet].slice(1).map(() => '')]);
  return [...filled, ...blank.slice(0, LINES_MAX)];
}
