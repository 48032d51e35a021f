import { ENDS_AT, OF_CHANNEL } from '../../gateways/vocabulary.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import { exceeds, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { Rejection } from '../../rejections.ts';
import { maskName } from '../../schemas/plain-name.ts';
import type { ReconciliationInput } from '../../schemas/reconciliation-input.ts';
import type { UnpackedRow } from '../read/source.ts';
import { listChannelBalances } from './bill-settings.ts';
import type { SettingsFile } from './settings-file.ts';

type Period = NonNullable<ReconciliationInput['period']>;

/** Cost of a channel in the period, computed from its balance at the provider. */
export interface BalanceCost {
  readonly channel: string;
  /** Plain decimal. */
  readonly cost: string;
  readonly currency?: string;
}

/**
 * Computes the cost of each channel with a balance in the setting `upstream`: (opening balance + top-ups − closing
 * balance), times its `factor`. Throws a Rejection if a balance grew without a top-up, a channel has two balances, or
 * the run has no period.
 */
export function computeBalanceCosts(
  bills: SettingsFile['upstream'],
  period: Period | undefined,
): BalanceCost[] {
  const balances = listChannelBalances(bills);
  if (balances.length > 0 && (period?.start === undefined || period.end === undefined))
    throw new Rejection('invalid_request', {
      en: 'Channel balances need a period with a start and an end. Set it with --period.',
      zh: '按余额计算渠道成本，需要账期的起止时间。请用 --period 写明。',
    });
  const seen = new Set<string>();
  return balances.map(({ channel, currency, factor = '1', balance: { opening, toppedUp = [], closing } }) => {
    const available = sumBy([opening, ...[toppedUp].flat()], toDecimal);
    const left = toDecimal(closing);
    const path = `upstream: ${maskName(channel)}`;
    if (exceeds(left, available))
      throw new Rejection('invalid_request', {
        en: `${path}: channel ${maskName(channel)} has ${toPlainText(left)} left, but only ${toPlainText(available)} was available. Add your top-ups (toppedUp).`,
        zh: `${path}：渠道 ${maskName(channel)} 可用 ${toPlainText(available)}，却剩下 ${toPlainText(left)}。请写明充值金额（toppedUp）。`,
      });
    if (seen.has(channel))
      throw new Rejection('invalid_request', {
        en: `${path}: channel ${maskName(channel)} has two balances. Keep one, for the whole period.`,
        zh: `${path}：渠道 ${maskName(channel)} 有两条余额。请只写一条，涵盖整个账期。`,
      });
    seen.add(channel);
    const cost = toPlainText(available.minus(left).times(toDecimal(factor)));
    return { channel, cost, ...(currency !== undefined && { currency }) };
  });
}

/** Source number of charges that are computed from balances. No file has it. */
export const BALANCES = -1;

/** Builds, for each channel whose cost was computed from its balance, a bill row over the whole period. */
export const buildBalanceRows = ({
  balances = [],
  period,
}: {
  readonly balances?: readonly BalanceCost[];
  readonly period?: Period;
}): UnpackedRow[] =>
  balances.map(({ channel, cost, currency }, index) => ({
    field: 'upstreamCharges',
    source: BALANCES,
    row: index + 1,
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
