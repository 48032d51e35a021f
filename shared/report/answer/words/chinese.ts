import { nameChannel, nameCustomer } from '../../../engine/words/names.ts';
import { nameZone } from '../../../zoned-time.ts';
import { isTiny } from '../answer-input.ts';
import {
  formatAmount,
  formatCount,
  formatFactor,
  formatMarginRate,
  formatPercent,
  isMultiple,
} from '../format-amount.ts';
import { isSingleDay, joinDays } from '../gaps/day-spans.ts';
import { type DaySpan, type ForEachGap, forGap, type LeftOutSum } from '../gaps/gap.ts';
import type { english } from './english.ts';
import {
  type CauseDays,
  findSalesCurrency,
  formatFactorAsPercent,
  formatWithCurrency,
  groupByMonth,
  isCurrencyMissing,
  isMonth,
  listPlaces,
  listStatus,
  listUncompared,
  type ModelNote,
  shortenNames,
  splitFirst,
  withoutFalse,
} from './parts.ts';

/** Formats `2026-03-10` as `2026年3月10日`. */
function dateInChinese(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${year}年${Number(month)}月${Number(date)}日`;
}

/** Formats a span of days as a month, a day, `2026年10月11–20日`, or two dates. */
function spanInChinese({ from, to }: DaySpan): string {
  const month = dateInChinese(from).slice(0, dateInChinese(from).indexOf('月') + 1);
  if (isMonth(from, to)) return month;
  if (from === to) return dateInChinese(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${month}${Number(from.slice(8))}–${Number(to.slice(8))}日`
    : `${dateInChinese(from)}至${dateInChinese(to)}`;
}

/** Formats a day without the year: `9月30日`. */
export const dayInChinese = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

/** Formats spans of days without the year: `10月1–10日、21–31日`, `9月30日至10月1日`. */
export const daysInChinese = (spans: readonly DaySpan[]): string =>
  groupByMonth(spans)
    .map((group) => {
      if ('from' in group) return `${dayInChinese(group.from)}至${dayInChinese(group.to)}`;
      const { month, spans: ofMonth } = group;
      const days = ofMonth.map(({ from, to }) =>
        from === to ? `${Number(to.slice(8))}日` : `${Number(from.slice(8))}–${Number(to.slice(8))}日`,
      );
      const [listed, more] = splitFirst(days);
      const all = more === 0 ? '' : `等共 ${formatCount(days.length)} 段`;
      return `${Number(month.slice(5))}月${listed.join('、')}${all}`;
    })
    .join('、');

/** Formats when a cause was found, as a text before the clause and one after it. */
function whenInChinese(when: CauseDays): readonly [before: string, after: string] {
  switch (when.kind) {
    case 'on':
      return [daysInChinese(when.days.map((day) => ({ from: day, to: day }))), ''];
    case 'every':
      return ['', '，每天如此'];
    case 'start':
      return ['', '，从第一天起就如此'];
    case 'some':
    case 'since':
      return [
        when.count === undefined
          ? `自${dayInChinese(when.day)}起`
          : `${dayInChinese(when.day)}起，共 ${when.count} 天`,
        '',
      ];
  }
}

const addPart = (days: string, part: readonly DaySpan[]): string =>
  [days, part.length > 0 && `${daysInChinese(part)}部分时间`].filter(Boolean).join('及 ');

/** The ledgers as a report names them. */
export const LEDGERS_IN_CHINESE = {
  downstreamUsage: '日志',
  upstreamCharges: '账单',
  payments: '充值记录',
} as const;

/** Lists the first three names and the number of the others. */
const listNames = (names: readonly string[], unit = '个模型'): string =>
  shortenNames(names, (more) => `另外 ${formatCount(more)} ${unit}`).join('、');

const leftOutInChinese = ({ ledger, currency, amount }: LeftOutSum): string =>
  `${LEDGERS_IN_CHINESE[ledger]}中${isCurrencyMissing(currency) ? `没有写明币种的 ${formatAmount(amount)}` : `的 ${formatWithCurrency(amount, currency)}`}`;

const GAPS: ForEachGap<[currency: string], string> = {
  rows: ({ ledger, unread, reasons }, currency) => {
    const money =
      unread && !isTiny(unread.amount) ? `，涉及金额 ${formatWithCurrency(unread.amount, currency)}` : '';
    if (reasons.length > 0) return reasons.map((reason) => reason.zh).join('');
    if (unread === undefined) return `${LEDGERS_IN_CHINESE[ledger]}不完整，缺少部分记录。`;
    return unread.rows === 0
      ? `有记录无法读取${money}。`
      : `${LEDGERS_IN_CHINESE[ledger]}中有 ${formatCount(unread.rows)} 行无法读取${money}。`;
  },
  empty: (gap) => {
    const names = gap.ledgers.map((ledger) => LEDGERS_IN_CHINESE[ledger]).join('、');
    return gap.isOutside ? `${names}中没有一条记录在账期内。` : `${names}中没有任何记录。`;
  },
  currency: ({ leftOut, currency }) => {
    const parts = shortenNames(leftOut.map(leftOutInChinese), (more) => `另有 ${formatCount(more)} 项`);
    if (parts.length === 0) return `尚未计入：${currency} 以外币种的金额。`;
    const reason = findSalesCurrency(leftOut)
      ? `（报告币种是 ${currency}）`
      : leftOut.every((part) => isCurrencyMissing(part.currency))
        ? ''
        : `（缺少兑 ${currency} 的汇率）`;
    return `尚未计入：${parts.join('、')}${reason}。`;
  },
  unnamed: ({ payments, credited }, currency) =>
    `尚未计入：${formatCount(payments)} 笔没有写明币种的充值${isTiny(credited) ? '' : `（入账 ${formatWithCurrency(credited, currency)}）`}。`,
  scale: (gap) => {
    if ('payments' in gap)
      return `${formatCount(gap.all)} 笔充值中有 ${formatCount(gap.payments)} 笔的入账${gap.isUnder ? '不到付款的三分之一' : '超过付款的三倍'}：付款与入账的单位（如分）或币种不同。`;
    const who =
      gap.models < gap.all
        ? `${formatCount(gap.all)} 个模型中有 ${formatCount(gap.models)} 个的`
        : gap.all === 1
          ? '唯一的模型的'
          : `全部 ${formatCount(gap.all)} 个模型的`;
    const times = gap.factor ? '约为' : '超过';
    const [what, other] = gap.isDear ? ['成本', '收入'] : ['收入', '成本'];
    const factor = gap.factor ? formatFactor(gap.factor) : gap.isDear ? 10 : 100;
    return `${who}${what}${times}${other}的 ${factor} 倍，单位或币种可能有误（如美分、人民币、每单位额度）。${gap.isOfQuota ? '' : '请检查日志和账单。'}`;
  },
  question: ({ title }) => title,
  unchecked: () => '日志与账单没有相同的请求 ID，无法逐个请求核对。',
  unbilled: ({ amount, models, nameless, isLeftOut }, currency) => {
    const what = `${listNames(models)}，对应收入 ${formatWithCurrency(amount, currency)}`;
    if (isLeftOut) return `未计入毛利（成本可能在尚未计入的金额中）：${what}。`;
    return `账单中没有列出：${what}${isTiny(nameless) ? '' : `；账单另有 ${formatWithCurrency(nameless, currency)} 没有写明模型`}。`;
  },
  span: (gap, currency) => {
    const { all } = gap.days;
    const parts = listUncompared(gap).map(({ ledger, amount, requests }) => {
      const sum = !isTiny(amount) && formatWithCurrency(amount, currency);
      const what = requests === undefined ? sum : `${formatCount(requests)} 个请求`;
      return `${LEDGERS_IN_CHINESE[ledger]}中的 ${what}${requests !== undefined && sum ? `（${sum}）` : ''}`;
    });
    const days = addPart(daysInChinese(all.whole), all.part);
    const which = isSingleDay(all) ? '这一天' : '这些日期';
    const incomplete = addPart(daysInChinese(gap.incomplete.whole), gap.incomplete.part);
    const isSame = incomplete === '' && gap.lacking.length === 1;
    const lacking = gap.lacking.map(
      ({ ledger, days }) => `${LEDGERS_IN_CHINESE[ledger]}没有${isSame ? which : ` ${daysInChinese(days)}`}`,
    );
    if (incomplete && lacking.length > 0) lacking.push(`${incomplete}可能不完整`);
    const maybe = `${gap.period === undefined ? '' : '没有设定账期，'}${which}可能不完整`;
    const why = gap.timeZone ? `账单按 ${nameZone(gap.timeZone)} 划分日期` : lacking.join('，') || maybe;
    return `未参与比较：${days}${parts.join(' 和')}，因为${why}。`;
  },
  pending: (gap, currency) => {
    const parts = withoutFalse([
      !isTiny(gap.sales) && `日志中 ${formatWithCurrency(gap.sales, currency)}`,
      !isTiny(gap.costs) && `账单中 ${formatWithCurrency(gap.costs, currency)}`,
    ]);
    return `尚未计入：${parts.length === 0 ? '部分请求' : `${parts.join('、')} `}仍待结算。`;
  },
  bill: () => '没有提供账单，成本和毛利未知。',
};

const MODEL_NOTES: Readonly<
  Record<ModelNote['reason'], (note: ModelNote & { sum: string; more: string }) => string>
> = {
  losing: ({ more }) => `${more}。`,
  edges: ({ more }) =>
    `${more}。这未必是亏损：日志与账单的起止时间可能相差几分钟。请把两者的前后各多导出一天。`,
  free: ({ more, freeCustomers: ids }) =>
    `${more}；${ids.length === 0 ? '其中部分请求免费' : `客户 ${listNames(ids, '个')} 没有付费`}。`,
  given: ({ models, sum }) => `免费提供（不计为损失）：${listNames(models)}，成本 ${sum}。这是有意的吗？`,
  failed: ({ models, sum }) => `没有成功的请求：${listNames(models)}，成本 ${sum}。`,
  unbilled: ({ more, unbilled, currency }) =>
    `${more}，可能是因为账单把 ${listNames(unbilled.models)} 也计在其中；那样毛利为 ${formatWithCurrency(unbilled.marginWith, currency)}。`,
  unsold: ({ models, sum, unbilled }) =>
    `账单中有、但从未售出：${listNames(models)}，${sum}，${unbilled.models.length > 0 ? `未计入毛利。如果这是账单对 ${spaceAfter(listNames(unbilled.models))}的叫法，请填写名称。` : '已从毛利中扣除。请查明是谁在使用，或其他收费是否已包含它。'}`,
};

const STATUS = {
  lost: { none: '未发现损失', partly: '已比较的部分没有损失', doubtful: '没有确定的损失' },
  owed: {
    none: '不欠客户',
    doubtful: '没有确定的欠款',
    unchecked: '欠款和充值损失未知（未提供充值记录）',
    open: '欠款尚未确定',
  },
} as const;

/** Adds the space that follows a word in Latin letters or digits. */
export const spaceAfter = (text: string): string => (/[\p{Script=Han}）]$/u.test(text) ? text : `${text} `);

/** Chinese texts of the answer. */
export const chinese: typeof english = {
  named: (title, place) => [title.replace(/。$/, ''), ...listPlaces(place, 'zh')].join('，'),
  date: dateInChinese,
  gap: (gap, currency) => forGap(GAPS, gap, currency),
  days: ({ span, without: { whole, part } }) => {
    if (span === null) return '';
    const days = spanInChinese(span);
    if (span.from === span.to) return part.length > 0 ? `${days}部分时间` : days;
    const left = addPart(daysInChinese(whole), part);
    return `${days}${left && `（${left}除外）`}`;
  },
  between: '',
  verdict: ({ lost, owed, currency, isLeast }) => {
    const least = isLeast ? '至少' : '';
    const parts = withoutFalse([
      !isTiny(lost) && `${least}损失了 ${formatWithCurrency(lost, currency)}`,
      !isTiny(owed) && `${least}欠客户 ${formatWithCurrency(owed, currency)}`,
    ]);
    return `您${parts.join('，')}。`;
  },
  doubtful: ({ amount, currency }) => `${formatWithCurrency(amount, currency)} 存疑。`,
  hides: (gap, hasPayments) => `${gap}目前还无法判断是否亏损${hasPayments ? '、是否欠客户' : ''}。`,
  certain: ({ lost, owed, currency, isOfPayments }) => {
    const parts = withoutFalse([
      !isTiny(lost) && `${isOfPayments ? '充值' : ''}损失 ${formatWithCurrency(lost, currency)}`,
      !isTiny(owed) && `欠客户 ${formatWithCurrency(owed, currency)}`,
    ]);
    return `已经确定的：${parts.join('，')}。`;
  },
  margin: ({ amount, rate, currency, isPart }) => {
    const share = rate === null ? '' : `（${formatPercent(rate, 'zh')}）`;
    return `${isPart ? '账单所列模型的' : ''}毛利 ${formatWithCurrency(amount, currency)}${share}。`;
  },
  noModelLoses: (areAllBilled) => (areAllBilled ? '没有模型亏损。' : '其中没有模型亏损。'),
  lossUncertain: (isMarginNegative) => (isMarginNegative ? '这未必是真的亏损。' : '是否有模型亏损尚不确定。'),
  modelNote: (note) => {
    const { models, currency, reason } = note;
    const who =
      models.length < 3
        ? spaceAfter(models.join('、'))
        : `${formatCount(models.length)} 个模型（${listNames(models)}）`;
    const sum = formatWithCurrency(note.amount, currency);
    return MODEL_NOTES[reason]({ ...note, sum, more: `${who}的成本比收入多 ${sum}` });
  },
  costlyDays: ({ days, amount, currency }) =>
    `请核对${daysInChinese(joinDays(days))}的账单与日志：成本比收入多 ${formatWithCurrency(amount, currency)}，前后则没有亏损。`,
  freeBill: '账单每一行的成本都是 0。如果不对，请检查成本列。',
  status: (status) => {
    const parts = listStatus(status, STATUS);
    return parts.length === 0 ? '' : `${parts.join('，')}。`;
  },
  byPrices: ({ customer, channel, currency }) => {
    const parts = withoutFalse([
      !!customer &&
        `${spaceAfter(nameCustomer(customer.id, 'zh'))}的成本比收费多 ${formatWithCurrency(customer.amount, currency)}`,
      !!channel &&
        `${spaceAfter(nameChannel(channel.id, 'zh'))}的成本比收费多 ${formatWithCurrency(channel.amount, currency)}`,
    ]);
    return parts.length === 0 ? '' : `按您填写的进价，${parts.join('，')}。`;
  },
  allKnown: '发现的问题都已标记为已知。',
  known: ({ amount, currency }) => `已标记为已知，未计入：${formatWithCurrency(amount, currency)}。`,
  clean: '没有发现问题。',
  cleanSoFar: '目前还无法判断是否亏损；已核对的部分没有发现问题。',
  cause: ({ models, channels, customer, reason, refunded, unbilled, when, bills, currency, repriced }) => {
    const userId = customer?.isAlone ? customer.userId : null;
    const place =
      userId !== null && channels.length > 1 && models.length > 1
        ? [`${nameCustomer(userId, 'zh')}（${listNames(models)}）`]
        : listPlaces(
            {
              model: listNames(models),
              channelId: listNames(
                channels.map(({ id, name }) => `${id}${name === undefined ? '' : `（${name}）`}`),
                '个',
              ),
              userId,
            },
            'zh',
          );
    const [before, after] = when === null ? ['', ''] : whenInChinese(when);
    const dated = reason.includes('@')
      ? reason.replace('@', before && `${before}${before.includes('，') ? '，' : '的 '}`) + after
      : `${before && `${before}，`}${reason}${after}`;
    const part =
      customer && !customer.isAlone
        ? `；${customer.isNearlyAll ? `几乎全部来自${nameCustomer(customer.userId, 'zh')}` : `其中${spaceAfter(nameCustomer(customer.userId, 'zh'))}占 ${formatWithCurrency(customer.amount, currency)}`}`
        : '';
    const then = repriced
      ? `；${repriced.isAll ? '' : `其中 ${formatCount(repriced.count)} 个`}发生在价格改动期间：${repriced.text}（${repriced.zone}）`
      : '';
    const refunds = refunded
      ? `；${refunded.payments === 1 ? '款已退' : `其中 ${formatCount(refunded.refunds)} 笔已退款`}，额度可能还没有收回`
      : '';
    const source = bills.length > 0 ? `（账单：${listNames(bills)}）` : '';
    const revenue = unbilled
      ? `；成本未知，收入 ${formatWithCurrency(unbilled.revenue, currency)} ${unbilled.isInMargin ? '已' : '未'}计入毛利`
      : '';
    return `${place.join('，')}${place.length === 0 ? '' : '：'}${dated}${source}${refunds}${revenue}${part}${then}。`;
  },
  bill: (reason) => `账单${reason}`,
  uncharged: ({ uncharged, delivered }) =>
    `${formatCount(delivered)} 个成功的请求中有 ${formatCount(uncharged)} 个没有收费`,
  atShare: ({ count: requests, factor }) =>
    factor === '0'
      ? `${formatCount(requests)} 个请求没有收费`
      : `${formatCount(requests)} 个请求按定价的 ${isMultiple(Number(factor)) ? `${factor} 倍` : `${formatFactorAsPercent(factor)}%`}收费`,
  span: spanInChinese,
  sides: { lost: '损失', owed: '欠客户', doubtful: '存疑', none: '不另计金额', record: '供参考' },
  notCounted: {
    affected: '涉及金额',
    counted: '已计入',
    currency: '其他币种',
    estimate: '估算，未计入合计',
    incomplete: '数据不全',
    uncompared: '未比较',
    unexplained: '来源不明',
    unpriced: '待核实',
  },
  scope: ({ requests, days, isByTotals, margin, revenue, status, currency }) =>
    withoutFalse([
      chinese.days(days) || false,
      `${formatCount(requests)} 个请求`,
      margin !== null &&
        `毛利 ${formatWithCurrency(margin.amount, currency)}${margin.rate === null ? '' : `（${formatMarginRate(margin.rate, 'zh')}）`}${margin.isBeforePayments ? '（未扣除充值损失）' : ''}`,
      revenue !== null && `收入 ${formatWithCurrency(revenue, currency)}`,
      ...listStatus(status, STATUS),
      isByTotals && '账单没有请求 ID，按合计比较',
    ]).join(' · '),
};
