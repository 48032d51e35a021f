import { isNone } from '../books.ts';
import { type ForEachGap, forGap, type LeftOut } from '../gap.ts';
import { count, isMultiple, percent, shown } from '../shown.ts';
import type { english } from './english.ts';
import {
  firstOf,
  isMonth,
  isNameless,
  isNoCurrency,
  money,
  NAMED_MAX,
  type Place,
  percentOf,
  saidOf,
  salesIn,
  settingFor,
} from './parts.ts';

/** `2026-03-10` 写作 `2026年3月10日`。 */
function dateInChinese(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${year}年${Number(month)}月${Number(date)}日`;
}

const LEDGERS_IN_CHINESE = {
  downstreamUsage: '网关日志',
  upstreamCharges: '上游账单',
  payments: '充值记录',
} as const;

const leftOutInChinese = ({ ledger, currency, amount }: LeftOut): string =>
  `${LEDGERS_IN_CHINESE[ledger]}中的 ${isNoCurrency(currency) ? shown(amount) : money(amount, currency)}`;

const DAYS_IN_CHINESE = { both: '首尾两天', first: '第一天', last: '最后一天' } as const;

const GAPS: ForEachGap<[currency: string], string> = {
  rows: (gap, currency) =>
    [
      isNone(gap.amount)
        ? '有带金额的记录缺失，或无法读取。'
        : `有带金额的记录无法读取，所写金额共 ${money(gap.amount, currency)}。`,
      ...gap.beyond.map(
        ({ ledger, requests }) =>
          `${LEDGERS_IN_CHINESE[ledger]}中有 ${count(requests)} 个请求在${ledger === 'downstreamUsage' ? LEDGERS_IN_CHINESE.upstreamCharges : LEDGERS_IN_CHINESE.downstreamUsage}的时间之外。`,
      ),
    ].join(''),
  empty: (gap) => {
    const names = gap.ledgers.map((ledger) => LEDGERS_IN_CHINESE[ledger]).join('、');
    return gap.isOutside ? `${names}中没有一条记录在账期内。` : `${names}中没有任何记录。`;
  },
  currency: (gap) => {
    if (gap.isUnnamed) return '部分充值没有注明币种，付款金额未知。';
    const named = gap.leftOut.slice(0, NAMED_MAX).map(leftOutInChinese);
    const more = gap.leftOut.length - named.length;
    return named.length === 0
      ? `未计入：币种不是 ${gap.currency} 或没有注明币种的金额。`
      : `没有计入：${named.join('、')}${more > 0 ? `等，另有 ${count(more)} 项` : ''}，${isNameless(gap.leftOut) ? '币种未知' : salesIn(gap.leftOut) ? `因为报告币种是 ${gap.currency}` : `因为没有给出当天兑 ${gap.currency} 的汇率`}（设置：${settingFor(gap.leftOut)}）。`;
  },
  scale: (gap) => {
    if ('payments' in gap)
      return `${count(gap.all)} 笔充值中有 ${count(gap.payments)} 笔的到账额度${gap.isUnder ? '不到付款的三分之一' : '超过付款的三倍'}：付款与额度的单位（如分）或币种不同。`;
    return `${count(gap.all)} 个模型中有 ${count(gap.models)} 个的${gap.isDear ? '成本超过收入的 10 倍' : '收入超过成本的 100 倍'}：日志与账单的单位不同（如美分），或每单位额度有误。`;
  },
  question: ({ title, remedy }) => `${title}${remedy}`,
  unchecked: (gap) => gap.title,
  unbilled: (gap, currency) =>
    `有 ${money(gap.amount, currency)} 的收入在账单中没有对应的成本：${firstOf(gap.models, (more) => `另有 ${count(more)} 个模型`).join('、')}。${isNone(gap.nameless) ? '' : `账单有 ${money(gap.nameless, currency)} 没有写明模型：请按模型导出。`}`,
  span: ({ bill, log, month }, currency) => {
    const parts = saidOf([
      !isNone(bill) && `账单有 ${money(bill, currency)}`,
      !isNone(log) && `日志有 ${money(log, currency)}`,
    ]);
    const period = month && `请写明账期（如 ${month.name}），${DAYS_IN_CHINESE[month.counts]}才算完整。`;
    return `日志与账单的时间范围不同，或其中一方有的日子不完整${parts.length === 0 ? '' : `：${parts.join('，')}，无从比较`}。${period ?? ''}`;
  },
  pending: (gap, currency) => {
    const parts = saidOf([
      !isNone(gap.sales) && `收入 ${money(gap.sales, currency)}`,
      !isNone(gap.costs) && `成本 ${money(gap.costs, currency)}`,
    ]);
    return `有请求尚未结算${parts.length === 0 ? '' : `，涉及${parts.join('、')}`}。`;
  },
  bill: () => '没有上游账单，无法得知请求的成本。',
};

const spanInChinese: typeof english.span = ({ from, to }) =>
  isMonth(from, to)
    ? dateInChinese(from).slice(0, dateInChinese(from).indexOf('月') + 1)
    : from === to
      ? dateInChinese(from)
      : `${dateInChinese(from)}至${dateInChinese(to)}`;

const placeInChinese = ({ model, channelId, userId }: Place): string[] =>
  saidOf([!!model && model, !!channelId && `渠道 ${channelId}`, !!userId && `客户 ${userId}`]);

export const chinese: typeof english = {
  named: (title, place) => [title.replace(/。$/, ''), ...placeInChinese(place)].join('，'),
  date: dateInChinese,
  gap: (gap, currency) => forGap(GAPS, gap, currency),
  between: '',
  verdict: ({ lost, owed, currency }) => {
    const parts = saidOf([
      !isNone(lost) && `损失了 ${money(lost, currency)}`,
      !isNone(owed) && `欠客户 ${money(owed, currency)}`,
    ]);
    return `您${parts.join('，还')}。`;
  },
  doubtful: ({ amount, currency }) => `有 ${money(amount, currency)} 存疑。`,
  earned: ({ amount, rate, currency, isPart }) =>
    amount.startsWith('-')
      ? `${isPart ? '其余部分' : '请求的'}成本比收入高 ${money(amount.slice(1), currency)}。`
      : isNone(amount)
        ? `${isPart ? '其余部分' : '请求的'}收入与成本刚好相等。`
        : `${isPart ? '其余部分' : '您的'}毛利为 ${money(amount, currency)}${rate === null ? '' : `（毛利率 ${percent(rate)}）`}。`,
  deficits: ({ models, all, amount, worst, currency, isPart }) =>
    worst === undefined
      ? `${isPart ? '其中' : ''}没有模型亏本。`
      : `${isPart ? '这部分的 ' : ''}${count(all)} 个模型中有 ${count(models)} 个成本高于收入，共亏 ${money(amount, currency)}${models === 1 ? `：${worst.model}` : `；最差的是 ${worst.model}，${shown(worst.margin)}`}。`,
  soFar: ({ currency, revenue, cost, lost, owed, doubtful }) => {
    const parts = saidOf([
      !isNone(revenue) && `收入 ${money(revenue, currency)}`,
      !isNone(cost) && `成本 ${money(cost ?? '0', currency)}`,
      !isNone(lost) && `由您承担的差额 ${money(lost, currency)}`,
      !isNone(owed) && `由客户承担的差额 ${money(owed, currency)}`,
      !isNone(doubtful) && `存疑 ${money(doubtful, currency)}`,
    ]);
    return parts.length === 0 ? '' : `除此之外已知：${parts.join('，')}。`;
  },
  unchecked: ({ title, amount, currency }) =>
    amount === null ? title : `${title.replace(/。$/, '')}：${money(amount, currency)}。`,
  known: '发现的问题您均已知晓。',
  clean: '没有发现问题。',
  cleanSoFar: '在已提供的数据中没有发现问题。',
  cause: ({ models, channel, customer, reason, since, isThen, currency, repriced }) => {
    const place = placeInChinese({
      model: firstOf(models, (more) => `另外 ${count(more)} 个模型`).join('、'),
      channelId: channel && `${channel.id}${channel.name === undefined ? '' : `（${channel.name}）`}`,
      userId: customer?.isAlone ? customer.userId : null,
    });
    const when = since === null ? '' : isThen ? `${dateInChinese(since)}，` : `自${dateInChinese(since)}起，`;
    const part =
      customer && !customer.isAlone
        ? `；${customer.isNearlyAll ? `几乎全部来自客户 ${customer.userId}` : `其中客户 ${customer.userId} 占 ${money(customer.amount, currency)}`}`
        : '';
    const then = repriced
      ? `；${repriced.isAll ? '' : `其中 ${count(repriced.count)} 个`}发生在价格改动期间：${repriced.said}（UTC）`
      : '';
    return `${place.join('，')}${place.length === 0 ? '' : '：'}${when}${reason}${part}${then}。`;
  },
  bill: (reason) => `账单${reason}`,
  uncharged: ({ uncharged, delivered }) =>
    `${count(delivered)} 个已交付的请求中有 ${count(uncharged)} 个没有收费`,
  atShare: ({ count: requests, factor }) =>
    `${count(requests)} 个请求按定价的 ${isMultiple(Number(factor)) ? `${factor} 倍` : `${percentOf(factor)} `}收费`,
  remedyOfFactor: ({ factor, since, channelId, isOwed }) =>
    `${isOwed ? '退还差额，并' : '请'}查找${since === null ? '' : `自${dateInChinese(since)}起`}${channelId === null ? '' : `对渠道 ${channelId} `}生效的倍率 ${factor}：去掉它，或写进价格。`,
  remedyOfChange: '查明当时是谁改了价格、为什么改，并把价格定在上游成本之上。',
  span: spanInChinese,
  sides: { lost: '损失', owed: '欠客户', doubtful: '存疑', none: '另见', record: '备查' },
  more: (n) => `另有 ${count(n)} 项原因，见下。`,
  scope: ({ requests, from, to, isByTotals }) => {
    const days = from && to ? `，${spanInChinese({ from, to })}` : '';
    return `${count(requests)} 个请求${days}${isByTotals ? '；账单不含请求 ID，按合计比较' : ''}`;
  },
};
