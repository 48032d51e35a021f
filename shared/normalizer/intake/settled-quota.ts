import type { Connector, SettledText } from '../../connectors/connector.ts';
import { isNative, type Native } from './native.ts';

/** `＄0.032000 额度` in money, `16000 点额度` in units; other display currencies have a rate that no row names. */
const MONEY = /^[\s:：]*＄(-?\d{1,15}(?:\.\d{1,12})?)(?!\d)/;
const UNITS = /^[\s:：]*(-?\d{1,15})\s*点额度/;
/** How much of a text is looked at. */
const TEXT_LENGTH_MAX = 4096;

/** Where a text names the task: the word after its beginning. */
const TASK = /^\s*([\w-]{1,100})(?![\w-])/;

function amountAfter(text: string, word: string, quotaPerUnit: number): number | undefined {
  const at = text.lastIndexOf(word);
  if (at < 0) return undefined;
  const rest = text.slice(at + word.length);
  const [money, units] = [MONEY.exec(rest)?.[1], UNITS.exec(rest)?.[1]];
  // The text rounds to six decimals of money, and the gateway counts whole units.
  if (money !== undefined) return Math.round(Number(money) * quotaPerUnit);
  return units === undefined ? undefined : Number(units);
}

function settledBy(text: string, texts: readonly SettledText[], quotaPerUnit: number) {
  for (const { begins, before, sign } of texts) {
    if (!text.startsWith(begins)) continue;
    const amount = amountAfter(text, before, quotaPerUnit);
    const task = TASK.exec(text.slice(begins.length))?.[1];
    if (amount !== undefined) return { settled_quota: sign * amount, ...(task && { settled_task: task }) };
  }
  return undefined;
}

/**
 * A log row with the amount that its text states beside the price snapshot, as `settled_quota`: what the customer paid
 * more (above 0) or got back (below 0), in quota units. Texts are not kept, and older versions settle tasks in words.
 */
export function withSettledQuota(row: Native, { log }: Connector, quotaPerUnit: number): Native {
  const { content, type } = row;
  const column = log.fields.snapshot?.at[0];
  if (column === undefined || typeof content !== 'string' || log.settledTexts === undefined) return row;
  if (!log.kinds.some((kind) => kind.kind === 'system' && kind.type === type)) return row;
  const settled = settledBy(content.slice(0, TEXT_LENGTH_MAX), log.settledTexts, quotaPerUnit);
  if (settled === undefined) return row;
  const snapshot = row[column];
  if (isNative(snapshot)) return { ...row, [column]: { ...snapshot, ...settled } };
  // new-api keeps it as text, which is empty in such rows.
  return { ...row, [column]: JSON.stringify(settled) };
}
