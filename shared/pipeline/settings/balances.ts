import { ENDS_AT, OF_CHANNEL } from '../../gateways/vocabulary.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import { exceeds, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { Rejection } from '../../rejections.ts';
import { maskName } from '../../schemas/plain-name.ts';
import type { ReconciliationInput } from '../../schemas/reconciliation-input.ts';
import type { Sentence } from '../../sentence.ts';
import type { UnpackedRow } from '../read/source.ts';
import { channelBalances } from './bill-settings.ts';
import type { SettingsFile } from './settings-file.ts';

type Period = NonNullable<ReconciliationInput['period']>;

/** What a channel cost in the period, by its balance at its upstream. */
export interface BalanceCost {
  readonly channel: string;
  /** A plain decimal. */
  readonly cost: string;
  readonly currency?: string;
}

const NO_PERIOD: Sentence = {
  en: 'The cost of a channel by its balance needs two times. Set the period with start and end (--period).',
  zh: '余额说明的是渠道在两个时间之间的成本：请用 --period 写明账期的起止。',
};

/**
 * What channels cost by their balances: opening, and what was topped up, less closing.
 * @throws Rejection if a balance grew, a channel has two, or the run has no period
 */
export function balanceCosts(bills: SettingsFile['upstream'], period: Period | undefined): BalanceCost[] {
  const balances = channelBalances(bills);
  if (balances.length > 0 && (period?.start === undefined || period.end === undefined))
    throw new Rejection('invalid_request', NO_PERIOD);
  const seen = new Set<string>();
  return balances.map(({ channel, currency, factor = '1', balance: { opening, toppedUp = [], closing } }) => {
    const had = sumBy([opening, ...[toppedUp].flat()], toDecimal);
    const left = toDecimal(closing);
    const place = `upstream: ${maskName(channel)}`;
    if (exceeds(left, had))
      throw new Rejection('invalid_request', {
        en: `${place}: channel ${maskName(channel)} has ${toPlainText(left)} left of ${toPlainText(had)}. Add the amounts that were topped up (toppedUp).`,
        zh: `${place}：渠道 ${maskName(channel)} 原有 ${toPlainText(had)}，却剩下 ${toPlainText(left)}：请写明充值金额（toppedUp）。`,
      });
    if (seen.has(channel))
      throw new Rejection('invalid_request', {
        en: `${place}: channel ${maskName(channel)} has two balances. Keep one, for the whole period.`,
        zh: `${place}：渠道 ${maskName(channel)} 有两条余额。请只写一条，涵盖整个账期。`,
      });
    seen.add(channel);
    const cost = toPlainText(had.minus(left).times(toDecimal(factor)));
    return { channel, cost, ...(currency !== undefined && { currency }) };
  });
}

/** The number that balances stand under in place of a source: no file has it. */
export const BALANCES = -1;

/** A charge of the whole period for each channel of which only the balance is known. */
export const balanceRows = ({
  balances = [],
  period,
}: {
  readonly balances?: readonly BalanceCost[];
  readonly period?: Period;
}): UnpackedRow[] =>
  balances.map(({ channel, cost, currency }, place) => ({
    field: 'upstreamCharges',
    source: BALANCES,
    row: place + 1,
    native: {
      occurredAt: period?.start,
      [ENDS_AT]: period?.end,
      [OF_CHANNEL]: true,
      model: UNASSIGNED,
      channelId: channel,
      status: 'success',
      costAmount: cost,
      ...(currency !== undefined && { currency }),
    },
  }));
