import type { HeadlineParts, ReadingParts } from './parts.ts';

const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** `2026-03-10` as `10 March 2026`. */
const date = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
};

const where = ({ model, channelId }: HeadlineParts): string =>
  (model === null ? '' : ` on ${model}`) + (channelId === null ? '' : ` through channel\u00a0${channelId}`);

const since = ({ since: day, count }: HeadlineParts): string =>
  day === null ? '' : count === 1 ? ` (${date(day)})` : ` since ${date(day)}`;

export const english = {
  language: 'English',
  title: 'Reconciliation console',
  brand: 'Reconciliation',
  private: 'Runs in this browser. Nothing leaves your machine.',
  chooseLanguage: 'Language',
  theme: { label: 'Colours', system: 'System', light: 'Light', dark: 'Dark' },
  start: {
    heading: 'Where does your gateway lose money?',
    lead: 'Drop a month of gateway logs, the provider’s bill and your payments. You get one answer: which model, channel or customer loses money, why, and what to do about it.',
    promise:
      'Your files are read here, in this page. There is no upload: once loaded, the page cannot contact any server, this one included.',
    drop: 'Drop files here',
    choose: 'Choose files',
    formats:
      'JSON, JSON Lines or CSV, also as .gz: log exports and pages of new-api, one-api, one-hub and VoAPI, provider bills, payments, canonical ledgers.',
    example: 'Try the example',
    exampleHint: 'A made-up month of a small gateway, with the faults that operators meet.',
  },
  files: {
    heading: 'Your files',
    add: 'Add files',
    remove: (name: string) => `Remove ${name}`,
    is: (name: string) => `What is ${name}?`,
    gateway: (name: string) => `Which gateway wrote ${name}?`,
    rows: (n: number) => count(n, 'row'),
    reading: (share: string) => `Reading … ${share}`,
    stripped: (names: string) =>
      `Left out while reading, because they may hold prompts or secrets: ${names}.`,
    unread: (n: number) => `${count(n, 'row')} could not be read:`,
    ambiguous: 'new-api and VoAPI write the same fields: please say which it is.',
    roles: {
      logs: 'Gateway log',
      upstreamLogs: 'Log of the upstream gateway',
      bill: 'Provider’s bill',
      payments: 'Payments',
      channels: 'Channel list',
      ledgers: 'Canonical ledgers',
      status: 'Gateway status',
      acknowledged: 'Acknowledgements',
      unknown: 'Please choose',
      ignored: 'Leave out',
    },
  },
  settings: {
    heading: 'Settings',
    quotaPerUnit: 'Quota per unit',
    quotaPerUnitHint: (at: string) =>
      `How many quota units make 1 unit of money. Your gateway tells it: ${at}. You can also drop that reply here.`,
    currency: 'Currency',
    currencyHint: 'Of the report. Rows in another currency are set aside; nothing is converted.',
    from: 'From',
    to: 'Until (not included)',
    periodHint: 'Optional. Days in UTC; leave empty to take everything.',
  },
  run: 'Reconcile',
  runMissingLogs: 'Add a gateway log or a usage ledger first.',
  runMissingUnit: 'Enter quota per unit first.',
  runUnknown: (name: string) => `Say first what ${name} is.`,
  working: {
    heading: 'Working …',
    reading: 'Reading files',
    normalizing: 'Reading the rows of the gateway',
    reconciling: 'Comparing ledgers',
    cancel: 'Cancel',
  },
  problem: {
    heading: 'That did not work',
    read: (name: string) => `${name} could not be read`,
    tooMany: (n: number, received: number) =>
      `${count(n, 'row')} of ${received.toLocaleString('en-US')} cannot be read. With so many left out, the rest would not be your books. The first of them:`,
    bug: 'The page failed; your data may be right. Reload it, and report what you did if it fails again.',
  },
  report: {
    clean: 'Nothing is wrong: every request, charge and payment agrees.',
    cleanButIncomplete: 'Nothing wrong was found in what could be checked.',
    onlyInfo: 'No money is missing. What remains is for the record.',
    allAcknowledged: 'Everything that was found is acknowledged.',
    lost: (p: HeadlineParts) => `You lost ${p.amount} ${p.currency}${where(p)}: ${p.reason}${since(p)}.`,
    owed: (p: HeadlineParts) =>
      `You owe customers ${p.amount} ${p.currency}${where(p)}: ${p.reason}${since(p)}.`,
    doubtful: (p: HeadlineParts) =>
      `${p.amount} ${p.currency} are in doubt${where(p)}: ${p.reason}${since(p)}.`,
    more: (n: number) => `${count(n, 'further cause')} below.`,
    scope: (p: { requests: number; from: string | null; to: string | null }) =>
      `${count(p.requests, 'request')}${p.from && p.to ? (p.from === p.to ? ` on ${date(p.from)}` : `, ${date(p.from)} to ${date(p.to)}`) : ''}`,
    again: 'Other files',
    revenue: 'Revenue',
    cost: 'Cost',
    margin: 'Margin',
    funding: 'Credited',
    unknown: 'unknown',
    gross: (amount: string) => `${amount} gross`,
    refunds: (amount: string) => `${amount} refunded`,
    pending: (amount: string) => `${amount} pending`,
    ofRevenue: (rate: string) => `${rate} of revenue`,
    paid: (amount: string) => `${amount} paid in, net`,
    noCost: 'No bill was given',
    noPayments: 'No payments were given',
  },
  completeness: {
    heading: 'How much can you trust this?',
    complete: 'The books are complete: every figure rests on all rows.',
    upstreamCharges: 'There is no provider’s bill, so cost and margin are unknown.',
    payments: 'There are no payments, so nobody has checked what customers paid and were credited.',
    requestMatching: 'Some upstream charges name no request. They count in the total, but match nothing.',
    currency: 'Rows in another currency were set aside.',
    margin: 'The margin lacks rows: some are pending, in another currency or without request.',
    paymentCredits: 'Some payments do not say what was credited.',
    findings: 'The list below is cut; the counts are exact.',
    pricing: 'Some requests carry no price snapshot, so their charge was not recomputed.',
    tokens: 'Some rows carry no token counts, so they were not compared.',
  },
  causes: {
    heading: 'Causes, worst first',
    none: 'No causes.',
    cut: 'Only the first 100 causes are listed.',
    count: (n: number) => count(n, 'finding'),
    since: (day: string, n: number) => (n === 1 ? day : `since ${day}`),
    remedy: 'What to do',
    listed: (listed: number, n: number) => `${listed} of ${n} are listed.`,
    never: 'Causes may look at the same money from several sides: do not add them up.',
    infos: (n: number) => `Show ${count(n, 'cause')} for the record`,
  },
  severity: { critical: 'Critical', warning: 'Warning', info: 'For the record' },
  days: {
    heading: 'Margin by day',
    label: (p: { from: string; to: string; worst: string; amount: string }) =>
      `Margin by day from ${p.from} to ${p.to}. The worst day is ${p.worst} with ${p.amount}.`,
    revenueHeading: 'Revenue by day',
    table: 'Show as a table',
    day: 'Day',
    hint: 'Days in UTC. Point at a day, or use the arrow keys.',
    date,
  },
  tables: {
    heading: 'Where it comes from',
    byModel: 'Models',
    byChannel: 'Channels',
    byUser: 'Customers',
    model: 'Model',
    channelId: 'Channel',
    userId: 'Customer',
    requests: 'Requests',
    revenue: 'Revenue',
    cost: 'Cost',
    margin: 'Margin',
    marginRate: 'Rate',
    credited: 'Credited',
    unassigned: 'not named',
    search: 'Search',
    sort: (column: string) => `Sort by ${column}`,
    more: (n: number) => `Show ${n} more`,
    cut: 'Only the 500 worst customers are listed.',
    none: 'No row matches.',
  },
  pages: {
    label: 'Pages',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
    range: (from: number, to: number, n: number) =>
      `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')} of ${n.toLocaleString('en-US')}`,
  },
  findings: {
    heading: 'All findings',
    search: 'Search by id, model, channel, code …',
    severity: 'Severity',
    any: 'All',
    hideAcknowledged: 'Hide acknowledged',
    acknowledge: 'Acknowledge',
    acknowledged: (n: number) => `${n.toLocaleString('en-US')} acknowledged`,
    save: 'Save acknowledgements',
    load: 'Load acknowledgements',
    unloaded: 'This file holds no acknowledgements.',
    ackHint: 'Acknowledgements live in a file of yours: save it, and drop it beside next month’s exports.',
    shown: (n: number) => count(n, 'finding'),
    none: 'No finding matches.',
    evidence: 'Evidence',
    request: 'Request',
    transaction: 'Payment',
    model: 'Model',
    channel: 'Channel',
    id: 'Finding',
  },
  rows: {
    heading: 'What was read',
    lead: (p: ReadingParts) =>
      `${count(p.received, 'row')} read: ${count(p.downstreamUsage, 'request')}, ${count(p.upstreamCharges, 'upstream charge')}, ${count(p.payments, 'payment')}.`,
    skipped: 'Rows that are no records:',
    aside: (n: number) =>
      `${count(n, 'row')} could not be read and ${n === 1 ? 'was' : 'were'} left out. The first:`,
    skips: {
      topup: 'top-ups',
      manage: 'management',
      system: 'system',
      login: 'logins',
      channelTest: 'channel tests',
      retriedAttempt: 'retried attempts',
      refundJoined: 'refunds joined to their charge',
      settlementJoined: 'settlements joined to their charge',
      pageOverlap: 'rows of overlapping pages',
      apart: 'of bills and payouts that are neither cost nor payment',
      unknown: 'of unknown type',
    } as Record<string, string>,
    fingerprint: 'Fingerprint of the input',
    generated: (at: string) => `Made on ${at}.`,
  },
  exports: {
    heading: 'Export',
    html: 'Report file (HTML)',
    json: 'Report (JSON)',
    tables: 'CSV tables',
    hint: 'The report file opens by double click, without a server.',
    files: {
      findings: 'Findings',
      causes: 'Causes',
      'by-model': 'By model',
      'by-channel': 'By channel',
      'by-user': 'By customer',
      'by-day': 'By day',
    },
  },
};
