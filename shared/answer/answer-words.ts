import type { Language } from '../language.ts';

/** A customer who stands out in a cause, and the money of it that is theirs: an exact decimal. */
export interface Standout {
  readonly userId: string;
  readonly amount: string;
  /** Nobody else has a part in it. */
  readonly isAlone: boolean;
}

/** What the sentence that answers is made of. Money is the report's own text. */
export interface HeadlineParts {
  readonly amount: string;
  readonly currency: string;
  readonly model: string | null;
  readonly channelId: string | null;
  readonly customer: Standout | null;
  /** What went wrong, as a clause. */
  readonly reason: string;
  /** Findings that the cause is made of. */
  readonly count: number;
  /** First day, as `2026-03-10`. */
  readonly since: string | null;
}

/** What a report is about: its requests, and the first and last of its days, as `2026-03-10`. */
export interface Scope {
  readonly requests: number;
  readonly from: string | null;
  readonly to: string | null;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const number = (n: number): string => n.toLocaleString('en-US');

const inEnglish = {
  /** `2026-03-10` as `10 March 2026`. */
  date(day: string): string {
    const [year = '', month = '', date = ''] = day.split('-');
    return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  },
  where: ({ model, channelId, customer }: HeadlineParts, preposition = 'with'): string =>
    (model === null ? '' : ` on ${model}`) +
    (channelId === null ? '' : ` through channel\u00a0${channelId}`) +
    (customer === null
      ? ''
      : `${customer.isAlone ? '' : `, ${customer.amount} of it`} ${preposition} customer\u00a0${customer.userId}`),
  since: ({ since: day, count }: HeadlineParts): string =>
    day === null ? '' : count === 1 ? ` (${inEnglish.date(day)})` : ` since ${inEnglish.date(day)}`,
};

const english = {
  date: inEnglish.date,
  clean: 'Nothing is wrong: every request, charge and payment agrees.',
  cleanButIncomplete:
    'Nothing wrong was found, but without the provider’s bill nobody knows what the requests cost.',
  unchecked: (title: string) => `No loss was found in what could be checked. ${title}`,
  onlyInfo: 'No money is missing. What remains is for the record.',
  allAcknowledged: 'Everything that was found is acknowledged.',
  lost: (p: HeadlineParts) =>
    `You lost ${p.amount} ${p.currency}${inEnglish.where(p)}: ${p.reason}${inEnglish.since(p)}.`,
  owed: (p: HeadlineParts) =>
    `You owe ${p.customer?.isAlone ? '' : 'customers '}${p.amount} ${p.currency}${inEnglish.where(p, 'to')}: ${p.reason}${inEnglish.since(p)}.`,
  doubtful: (p: HeadlineParts) =>
    `${p.amount} ${p.currency} are in doubt${inEnglish.where(p)}: ${p.reason}${inEnglish.since(p)}.`,
  stop: '. ',
  more: (n: number) => `${number(n)} further ${n === 1 ? 'cause' : 'causes'} below.`,
  scope: ({ requests, from, to }: Scope) =>
    `${number(requests)} ${requests === 1 ? 'request' : 'requests'}${from && to ? (from === to ? ` on ${inEnglish.date(from)}` : `, ${inEnglish.date(from)} to ${inEnglish.date(to)}`) : ''}`,
};

/** What a report comes down to. */
export type AnswerWords = typeof english;

const inChinese = {
  number: (n: number): string => n.toLocaleString('zh-CN'),
  /** `2026-03-10` 写作 `2026年3月10日`。 */
  date(day: string): string {
    const [year = '', month = '', date = ''] = day.split('-');
    return `${year}年${Number(month)}月${Number(date)}日`;
  },
  where({ model, channelId, customer, currency }: HeadlineParts): string {
    const parts = [
      model,
      channelId === null ? null : `渠道 ${channelId}`,
      customer?.isAlone ? `客户 ${customer.userId}` : null,
    ].filter((part) => part !== null);
    const part =
      customer && !customer.isAlone ? `其中客户 ${customer.userId} 占 ${customer.amount} ${currency}` : '';
    const told = [parts.join('，'), part].filter((text) => text !== '').join('；');
    return told === '' ? '' : `（${told}）`;
  },
  since: ({ since: day, count }: HeadlineParts): string =>
    day === null ? '' : count === 1 ? `${inChinese.date(day)}，` : `自${inChinese.date(day)}起，`,
};

const chinese: AnswerWords = {
  date: inChinese.date,
  clean: '一切正常：所有请求、扣费和支付都对得上。',
  cleanButIncomplete: '没有发现问题，但没有上游账单，无法得知请求的成本。',
  unchecked: (title) => `在能够核对的范围内没有发现亏损。${title}`,
  onlyInfo: '没有资金缺失，其余条目仅供备查。',
  allAcknowledged: '发现的问题均已确认。',
  lost: (p) => `您损失了 ${p.amount} ${p.currency}${inChinese.where(p)}：${inChinese.since(p)}${p.reason}。`,
  owed: (p) => `您欠客户 ${p.amount} ${p.currency}${inChinese.where(p)}：${inChinese.since(p)}${p.reason}。`,
  doubtful: (p) =>
    `有 ${p.amount} ${p.currency} 存疑${inChinese.where(p)}：${inChinese.since(p)}${p.reason}。`,
  stop: '。',
  more: (n) => `另有 ${inChinese.number(n)} 项原因，见下。`,
  scope: ({ requests, from, to }) =>
    `${inChinese.number(requests)} 个请求${from && to ? (from === to ? `，${inChinese.date(from)}` : `，${inChinese.date(from)}至${inChinese.date(to)}`) : ''}`,
};

export const answerWords = { en: english, zh: chinese } as const satisfies Record<Language, AnswerWords>;
