import type { UnreadByLedger, UnreadSummary } from '../../engine/survey/context.ts';
import type { LogFacts } from '../../log-facts.ts';
import { divide, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { sumTextOnlyMoney } from '../../normalizer/records/merge-log-facts.ts';
import type { MissingRows } from '../../report/answer/answer-input.ts';
import { formatAmount } from '../../report/answer/format-amount.ts';
import { joinFirst, type Sentence } from '../../sentence.ts';
import { LEDGER_BY_FIELD, type RejectedSourceRow, type Source, type UnreadMoney } from '../read/source.ts';
import type { RunSettings } from '../run-settings.ts';

function summarizeUnread(amounts: readonly UnreadMoney[]): UnreadSummary {
  const kinds = Map.groupBy(amounts, ({ kind = '' }) => kind);
  return {
    rows: amounts.length,
    kinds: [...kinds]
      .filter(([kind]) => kind !== '')
      .map(([kind, rows]) => [kind, rows.length] as const)
      .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)),
    amount: toPlainText(sumBy(amounts, ({ amount = '0' }) => toDecimal(amount))),
  };
}

/** Counts and sums, by ledger, the rows that could not be read but contain money or may contain some. */
export function summarizeUnreadByLedger(
  rejected: readonly RejectedSourceRow[],
  sources: readonly Source[],
): UnreadByLedger {
  const byLedger = Map.groupBy(rejected, ({ source }) => LEDGER_BY_FIELD[(sources[source] as Source).field]);
  return Object.fromEntries(
    [...byLedger].flatMap(([ledger, lines]) => {
      const amounts = lines.flatMap(({ money }) => money ?? []);
      return amounts.length === 0 ? [] : [[ledger, summarizeUnread(amounts)]];
    }),
  );
}

/** Rows that are missing in the log. */
export type MissingInLog = Omit<MissingRows, 'ledger'> & { readonly reason: Sentence };

const MODELS_SHOWN = 5;

function describeAmount(settledQuota: number, { quotaPerUnit, currency = 'USD' }: RunSettings): Sentence {
  if (settledQuota === 0 || quotaPerUnit === undefined) return { en: '', zh: '' };
  const amount = `${formatAmount(toPlainText(divide(toDecimal(Math.abs(settledQuota)), toDecimal(quotaPerUnit))))} ${currency}`;
  return settledQuota < 0
    ? { en: `, ${amount} refunded in total`, zh: `，合计退还 ${amount}` }
    : { en: `, ${amount} charged in total`, zh: `，合计补扣 ${amount}` };
}

/**
 * Finds refunds and settlements that old gateways wrote only as text into system rows, so that they are not counted.
 */
export function findTextOnlyMoney(
  textOnlyMoney: LogFacts['textOnlyMoney'],
  settings: RunSettings,
): readonly MissingInLog[] {
  const { rows, models, settledQuota, movedQuota, unknownRows } = sumTextOnlyMoney({ textOnlyMoney });
  if (rows === 0) return [];
  const names = joinFirst(models, MODELS_SHOWN);
  const sum = describeAmount(settledQuota, settings);
  const { quotaPerUnit } = settings;
  const isKnown = unknownRows === 0 && quotaPerUnit !== undefined;
  return [
    {
      models,
      ...(isKnown && { amount: toPlainText(divide(toDecimal(movedQuota), toDecimal(quotaPerUnit))) }),
      reason: {
        en: `${rows} system rows of the log may be refunds or settlements of tasks${names && ` (${names})`}. Old versions of the gateway write the amounts of such rows only as text${sum.en}. This money is not counted.`,
        zh: `日志中有 ${rows} 条系统记录可能是任务${names && `（${names}）`}的退款或结算；旧版网关只用文字写明金额${sum.zh}，这些金额没有计入。`,
      },
    },
  ];
}
