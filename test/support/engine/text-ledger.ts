import type { OpenQuestion, PriceChange, UnreadByLedger } from '#shared/engine/survey/context.ts';
import type { Language } from '#shared/language.ts';
import type { PaymentContexts } from '#shared/payment-context.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  Tokens,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';
import { type FactsOfFiles, reconcileWithFacts } from './reconcile-with-facts.ts';

type Options = Map<string, string>;
const TOKEN_OPTIONS: [string, keyof Tokens][] = [
  ['in', 'input'],
  ['out', 'output'],
  ['cached', 'cacheRead'],
  ['written', 'cacheWrite'],
  ['reasoning', 'reasoning'],
  ['media', 'media'],
];

const unquoted = (text: string): string => (text.startsWith('"') ? (JSON.parse(text) as string) : text);
const amount = (text: string): string | number => (text.endsWith('n') ? Number(text.slice(0, -1)) : text);

function instant(text = '10:00'): string {
  if (text.startsWith('+'))
    return new Date(Date.UTC(2026, 2, 10, 10 + Number.parseInt(text, 10))).toISOString();
  if (/^\d\d:\d\d/.test(text)) return instant(`03-10T${text}`);
  if (/^\d\d-\d\dT/.test(text)) return `2026-${text}${text.length > 11 ? '' : ':00'}Z`;
  return text;
}

/** The field of each option, by kind of row. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  down: { expected: 'expectedCharge', user: 'userId', token: 'tokenId', channel: 'channelId' },
  up: { id: 'upstreamId', channel: 'channelId' },
  pay: { credited: 'creditedAmount', fee: 'feeAmount', user: 'userId', provider: 'provider' },
};

/** Reads options into fields of the record. */
function readOptions(options: Options, kind: string): Record<string, unknown> {
  const names = { refund: 'refundAmount', currency: 'currency', ...OPTIONS[kind] };
  const entries = Object.entries(names).flatMap(([option, field]) => {
    const text = options.get(option);
    if (text === undefined) return [];
    return [[field, field.endsWith('Amount') || field === 'expectedCharge' ? amount(text) : text]];
  });
  const tokens = TOKEN_OPTIONS.flatMap(([option, kind]) => {
    const text = options.get(option);
    return text === undefined ? [] : [[kind, Number(text)]];
  });
  return { ...Object.fromEntries(entries), ...(tokens.length > 0 && { tokens: Object.fromEntries(tokens) }) };
}

function addRow(input: Required<ReconciliationInput>, kind: string, words: string[], options: Options): void {
  const [id = '', status, gross = '0'] = words;
  const common = { occurredAt: instant(options.get('at')), status, ...readOptions(options, kind) };
  const model = options.get('model') ?? 'm';
  if (kind === 'down')
    input.downstreamUsage.push({
      requestId: id,
      model,
      chargedAmount: amount(gross),
      ...common,
    } as DownstreamRecord);
  else if (kind === 'up') {
    const request = id === '-' ? {} : { requestId: id };
    input.upstreamCharges.push({ ...request, model, costAmount: amount(gross), ...common } as UpstreamRecord);
  } else if (kind === 'pay')
    input.payments.push({ transactionId: id, amount: amount(gross), ...common } as PaymentRecord);
  else throw new Error(`no such row: ${kind}`);
}

/**
 * Parses ledgers that are written as lines of text, for the case tables:
 *
 *   down r1 success 0.10 at=10:05 refund=0.02 expected=0.1 model=m channel=c1 currency=CNY user=u token=k in=100 out=20
 *   up   r1 success 0.07 id=u1        a request id of - is absent
 *   pay  t1 settled 10 credited=10 fee=0.59 refund=1
 *   period 2026-03-01 2026-04-01      - omits a bound; this period is the default
 *   currency EUR
 *   omit upstreamCharges payments
 *   5x up r# success 1                five rows, # counts from 1; with 6-9x it counts from 6 to 9
 *   fact t1 lacks=credit bought=11     facts about a payment that its record does not contain
 *   down r1 success 0.1 estimate=0.05  estimated cost, by configured prices
 *   down r1 success 0.1 attempts=2 bought=real-x seconds=90   facts of the log about a request
 *   tie smart-1 real-x                 sold and billed name of one model
 *   price gpt-4o input 2.5 0.25@11:00 2.5@12:00 group=vip   price changes observed in the log
 *   unread payments 3 0.5 order=2      unreadable rows of a ledger
 *   question upstream_unit_unknown upstreamCharges requests=5 factor=2×   an open question about the files
 *
 * An amount that ends in n is a JSON number. Times are 10 March 2026, 10:00 UTC unless `at` says otherwise:
 * a time of that day, a day and time of that year (03-11T10:00), hours later (+5h), or a full instant. Values with
 * spaces are written as JSON strings.
 *
 * Without `pay` lines, the input gets one payment that covers everything.
 */
export function parseTextLedger(lines: readonly string[]): ReconciliationInput {
  const input: Required<Omit<ReconciliationInput, 'version' | 'currency'>> & { currency?: string } = {
    period: { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' },
    downstreamUsage: [],
    upstreamCharges: [],
    payments: [],
  };
  const omitted: string[] = [];
  for (const line of lines) {
    const parts = line.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
    const times = /^(?:(\d+)-)?(\d+)x$/.exec(parts[0] ?? '');
    const [kind = '', ...rest] = times ? parts.slice(1) : parts;
    if (kind === 'period') {
      const [start, end] = rest.map((day) =>
        day === '-' ? undefined : day.includes('T') ? day : `${day}T00:00:00Z`,
      );
      input.period = { ...(start && { start }), ...(end && { end }) };
    } else if (kind === 'currency') input.currency = unquoted(rest[0] ?? '');
    else if (kind === 'omit') omitted.push(...rest);
    else if (['unread', 'fact', 'price', 'question', 'tie'].includes(kind)) continue;
    else
      for (let row = Number(times?.[1] ?? 1); row <= Number(times?.[2] ?? 1); row++) {
        const words = rest.map((word) => word.replaceAll('#', `${row}`));
        const options = words.filter((word) => /^[a-z]+=/.test(word));
        addRow(
          input as Required<ReconciliationInput>,
          kind,
          words.filter((word) => !/^[a-z]+=/.test(word)).map(unquoted),
          new Map(
            options.map((word) => [
              word.slice(0, word.indexOf('=')),
              unquoted(word.slice(word.indexOf('=') + 1)),
            ]),
          ),
        );
      }
  }
  if (input.payments.length === 0)
    addRow(input as never, 'pay', ['wallet', 'settled', '1000'], new Map([['credited', '1000']]));
  return Object.fromEntries(
    Object.entries(input).filter(([ledger]) => !omitted.includes(ledger)),
  ) as ReconciliationInput;
}

/** Appends the rows of a text ledger to an input. */
export function addTextLedger(books: ReconciliationInput, lines: readonly string[]): ReconciliationInput {
  const { downstreamUsage, upstreamCharges = [], payments = [] } = parseTextLedger(lines);
  return {
    ...books,
    downstreamUsage: [...books.downstreamUsage, ...downstreamUsage],
    upstreamCharges: [...(books.upstreamCharges ?? []), ...upstreamCharges],
    payments: [...(books.payments ?? []), ...payments],
  };
}

/** Splits the lines of a text ledger that begin with a word. */
const linesOf = (lines: readonly string[], word: string): string[][] =>
  lines.map((line) => line.split(/\s+/)).filter(([first]) => first === word);

/** Parses `unread` lines: ledger, number of rows, amount, and counts of kinds. */
const parseUnread = (lines: readonly string[]): UnreadByLedger =>
  Object.fromEntries(
    linesOf(lines, 'unread').map(([, ledger, rows, amount = '0', ...named]) => {
      const kinds = named.map((kind) => kind.split('=')).map(([kind = '', count]) => [kind, Number(count)]);
      return [ledger, { rows: Number(rows), amount, kinds }];
    }),
  );

/** Parses `question` lines: code, ledger and details; integers are counts. */
const parseQuestions = (lines: readonly string[]): OpenQuestion[] =>
  linesOf(lines, 'question').map(([, code, ledger, ...details]) => {
    const named = details.map((detail) => detail.split('=') as [string, string]);
    const isCount = ([, value]: [string, string]) => /^\d+$/.test(value);
    return {
      code: code as OpenQuestion['code'],
      ledger: ledger as OpenQuestion['ledger'],
      counts: Object.fromEntries(named.filter(isCount).map(([name, value]) => [name, Number(value)])),
      texts: Object.fromEntries(named.filter((detail) => !isCount(detail))),
    };
  });

/** Parses `fact` lines: transaction and facts; a fact without a value is true. */
export const parsePaymentContexts = (lines: readonly string[]): PaymentContexts =>
  new Map(
    linesOf(lines, 'fact').map(([, transactionId = '', ...facts]) => {
      const named = facts.map((text) => text.split('='));
      return [transactionId, Object.fromEntries(named.map(([name = '', value]) => [name, value ?? true]))];
    }),
  );

/** Parses `price` lines: model, term, and each value with its time. */
const parsePriceChanges = (lines: readonly string[]): PriceChange[] =>
  linesOf(lines, 'price').map(([, model = '', term, ...rest]) => {
    const group = rest.find((word) => word.startsWith('group='))?.slice(6);
    const values = rest.filter((word) => !word.startsWith('group=')).map((word) => word.split('@'));
    return {
      model,
      ...(group !== undefined && { group }),
      term: term as PriceChange['term'],
      values: values.map(([value, at]) => [Number(value), Date.parse(instant(at))] as const),
    };
  });

const SALE_FACTS = /\b(estimate|attempts|bought|twin|seconds)=(\S+)/g;

/** Parses facts about requests from `down` lines, by request id. */
const parseRequests = (lines: readonly string[]): NonNullable<FactsOfFiles['requests']> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, times = '1', id = ''] = /^(?:(\d+)x )?down (\S+) /.exec(line) ?? [];
      const facts = [...line.matchAll(SALE_FACTS)].map(([, name, value]) => [
        name,
        name === 'attempts' || name === 'seconds' ? Number(value) : value,
      ]);
      if (id === '' || facts.length === 0) return [];
      const request = Object.fromEntries(facts);
      return Array.from({ length: Number(times) }, (_, row) => [id.replaceAll('#', `${row + 1}`), request]);
    }),
  );

/** Parses the facts of a text ledger that are not part of its rows. */
export const parseFacts = (lines: readonly string[]) => ({
  unread: parseUnread(lines),
  questions: parseQuestions(lines),
  requests: parseRequests(lines),
  priceChanges: parsePriceChanges(lines),
  ties: linesOf(lines, 'tie').map(([, sold = '', billed = '']) => [sold, billed] as const),
});

/** Reconciles a text ledger with its facts. */
export const reconcileText = (
  lines: readonly string[],
  language?: Language,
  facts: FactsOfFiles = parseFacts(lines),
) =>
  reconcileWithFacts(parseTextLedger(lines), '2026-11-21T00:00:00Z', facts, parsePaymentContexts(lines), {
    language,
  });
