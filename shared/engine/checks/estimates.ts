import type { Language } from '../../language.ts';
import { type Decimal, isPositive } from '../../money.ts';
import { type Reason, reasonOf } from '../tally/estimated/reasons.ts';
import { differenceOf, type EstimatedPart } from '../tally/estimated/spans.ts';
import { check, type Wording } from './check.ts';

/** Buckets that a finding names one by one. */
const BUCKETS_MAX = 10;

const instantText = (time: number): string => new Date(time).toISOString();

/** A reason as texts of the finding's details. */
const textsOf = ({ kind, firstBucket, buckets, tokens, offset }: Reason): Record<string, string> => ({
  kind,
  ...(firstBucket !== undefined && { firstBucket: instantText(firstBucket) }),
  ...(buckets.length > 0 && { buckets: buckets.slice(0, BUCKETS_MAX).map(instantText).join(' ') }),
  ...(tokens !== undefined && { tokens }),
  ...(offset !== undefined && { offsetHours: `${offset / 3_600_000}` }),
});

/** `2026-10-12` where a bucket begins with a day in UTC, else `2026-10-12 16:00 UTC`. */
const moment = (text = ''): string =>
  text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;

/** At most four decimals of a factor. */
const factorText = (factor = ''): string => factor.replace(/(\.\d{4})\d+$/, '$1');

/** Why, as the end of a sentence. */
const why: Record<Language, (finding: Wording) => string> = {
  en: ({ amounts, counts }) => {
    const { kind, firstBucket, buckets = '', tokens, factor, offsetHours } = amounts;
    const starts = buckets.split(' ').map(moment);
    if (kind === 'price')
      return `it is ${factorText(factor)} times the price that you stated since ${moment(firstBucket)}`;
    if (kind === 'usage') {
      const more = (counts.buckets ?? 0) - starts.length;
      return `the difference lies in what was used from ${starts.join(', ')}${more > 0 ? ` and ${more} more` : ''} on, and the rest agrees`;
    }
    if (kind === 'tokens') return `${tokens} tokens differ, all other kinds agree`;
    if (kind === 'shift') return `the log cut ${offsetHours} hours apart agrees with it`;
    return 'the numbers do not tell why';
  },
  zh: ({ amounts, counts }) => {
    const { kind, firstBucket, buckets = '', tokens, factor, offsetHours } = amounts;
    const starts = buckets.split(' ').map(moment);
    if (kind === 'price') return `自 ${moment(firstBucket)} 起是您所写价格的 ${factorText(factor)} 倍`;
    if (kind === 'usage')
      return `差额出在自 ${starts.join('、')}${(counts.buckets ?? 0) > starts.length ? ' 等' : ''}开始的账期，其余各期一致`;
    if (kind === 'tokens') return `${tokens} 类 token 不一致，其他各类一致`;
    if (kind === 'shift') return `日志按相差 ${offsetHours} 小时切分后与账单一致`;
    return '从数字看不出原因';
  },
};

/** Where the channel of a bill is known, it tells two findings of one model apart. */
const namesOf = ({ model, channel }: EstimatedPart) => ({ model, channelId: channel });

/** The finding of a bill that differs from its estimate. */
function seenOf(part: EstimatedPart, difference: Decimal) {
  const reason = reasonOf(part);
  const { model, channel } = part;
  const subject =
    channel === undefined
      ? ({ kind: 'model', name: model } as const)
      : ({ kind: 'pair', name: [model, channel] } as const);
  return {
    subject,
    reason,
    names: namesOf(part),
    amount: difference.abs(),
    amounts: {
      billed: part.billed,
      estimated: part.cost,
      ...(reason.factor && { factor: reason.factor }),
    },
    counts: { requests: part.requests, buckets: reason.buckets.length },
    texts: textsOf(reason),
  };
}

const whose = ({ names: [model, channel], name }: Wording): string =>
  channel === undefined ? name : `${model} over channel ${channel}`;
const whoseInChinese = ({ names: [model, channel], name }: Wording): string =>
  channel === undefined ? name : `${model}（渠道 ${channel}）`;

/** Bills come to what the operator's prices say. */
export const estimates = check({
  id: 'estimates',
  invariant:
    'Where the operator states purchase prices, a bill without request ids comes to what its requests are estimated to cost, to within 2 % and 0.01, over the time that bill and log both hold. Without stated prices nothing is judged.',
  codes: {
    bill_exceeds_estimate: {
      about: ['model', 'pair'],
      severities: ['warning', 'info'],
      side: 'lost',
      sums: true,
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'A bill is above what its requests are estimated to cost.',
          remedy:
            "Where the price changed, state the new one from that day on. Where usage lies outside the log, look who else has the key. Where one kind of tokens differs, compare the provider's usage with the log's.",
          clause: ['the bill is above what the requests cost', 'bills are above what the requests cost'],
          message: (finding) =>
            `The bill for ${whose(finding)} is ${finding.amount} ${finding.currency} above the estimate of ${finding.amounts.estimated}: ${why.en(finding)}.`,
        },
        zh: {
          title: '账单高于对其请求的估算。',
          remedy:
            '价格变了，就从那天起写上新价格；用量不在日志里，就查还有谁在用这个密钥；某类 token 不一致，就拿上游的用量与日志核对。',
          clause: '账单高于请求的估算成本',
          message: (finding) =>
            `${whoseInChinese(finding)} 的账单比估算的 ${finding.amounts.estimated} ${finding.currency} 多 ${finding.amount} ${finding.currency}：${why.zh(finding)}。`,
        },
      },
    },
    bill_below_estimate: {
      about: ['model', 'pair'],
      severities: ['info'],
      side: null,
      sums: true,
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'A bill is below what its requests are estimated to cost.',
          remedy: 'Look whether a line of the bill is missing, or state the price that you really pay.',
          clause: 'the bill is below what the requests are estimated to cost',
          message: (finding) =>
            `The bill for ${whose(finding)} is ${finding.amount} ${finding.currency} below the estimate of ${finding.amounts.estimated}: ${why.en(finding)}.`,
        },
        zh: {
          title: '账单低于对其请求的估算。',
          remedy: '查账单是否缺行，或写上您实际支付的价格。',
          clause: '账单低于请求的估算成本',
          message: (finding) =>
            `${whoseInChinese(finding)} 的账单比估算的 ${finding.amounts.estimated} ${finding.currency} 少 ${finding.amount} ${finding.currency}：${why.zh(finding)}。`,
        },
      },
    },
  },
  conclude({ find, figures: { estimated } }) {
    for (const part of estimated) {
      const difference = part.unpriced > 0 ? undefined : differenceOf(part);
      if (difference === undefined) continue;
      const { reason, ...seen } = seenOf(part, difference);
      if (isPositive(difference))
        find('bill_exceeds_estimate', { ...seen, severity: reason.kind === 'shift' ? 'info' : 'warning' });
      else find('bill_below_estimate', seen);
    }
  },
});
