import { nameChannel, nameCustomer } from '../../../engine/words/names.ts';
import type { Language } from '../../../language.ts';
import type { Cause } from '../../../schemas/report.ts';
import { dayInChinese, spaceAfter } from './chinese.ts';
import { dayInEnglish } from './english.ts';

const english = {
  /** Remedy of a loss of requests that were charged nothing. */
  uncharged: 'Look for streams without usage, a price of 0, or a free group.',
  /** Remedy for a factor on prices: since which day, for whom or where, and whether customers paid too much. */
  factor: ({
    factor,
    since,
    channelId,
    userId,
    isOwed,
  }: Pick<Cause, 'channelId'> & {
    factor: string;
    since: string | null;
    userId: string | null;
    isOwed: boolean;
  }): string => {
    const start = since === null ? '' : ` that took effect on ${dayInEnglish(since)}`;
    const place =
      userId !== null
        ? ` for ${nameCustomer(userId, 'en')}`
        : channelId === null
          ? ''
          : ` on ${nameChannel(channelId, 'en')}`;
    return `${isOwed ? 'Refund the difference, then find' : 'Find'} the ratio of ${factor}${start}${place}, and remove it.`;
  },
  /** Remedy of a model's loss if the bill is above the operator's purchase price. */
  dearBill: 'Ask the provider why it charges more than your purchase price.',
  /** Remedy of an estimated loss if the bill is below the operator's purchase price. */
  cheapBill: 'Correct the purchase price that you entered: the provider bills less.',
  /** Remedy of a bill for unknown models, while models that were sold are in no bill. */
  names: 'Enter the name under which you sell each of the billed models.',
  /** Remedy of a loss during which the price of a model was changed. */
  change: 'Find out who changed the price, and why. Set it above the provider’s price.',
};

/** Remedies of causes whose findings have something in common. */
export const causeRemedies: Readonly<Record<Language, typeof english>> = {
  en: english,
  zh: {
    uncharged: '请检查是否有流式响应没有用量、价格为 0 或分组免费。',
    factor: ({ factor, since, channelId, userId, isOwed }) => {
      const start = since === null ? '' : `自${dayInChinese(since)}起`;
      const name =
        userId !== null ? nameCustomer(userId, 'zh') : channelId === null ? '' : nameChannel(channelId, 'zh');
      return `${isOwed ? '退还差额，' : '请'}找出并去掉${start}${name && `对${spaceAfter(name)}`}生效的倍率 ${factor}。`;
    },
    dearBill: '请向上游核实账单为何高于您填写的进价。',
    cheapBill: '请更正您填写的进价：账单上的价格更低。',
    names: '请填写这些模型以什么名称售出。',
    change: '查明当时是谁改了价格、为什么改，并把价格定在上游成本之上。',
  },
};
