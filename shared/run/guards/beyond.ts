import type { Beyond } from '../../engine/survey/reach.ts';
import type { Sentence } from '../../sentence.ts';

const textOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

const LOG: Sentence = { en: 'the log', zh: '日志' };
const BILL: Sentence = { en: "the provider's bill", zh: '上游账单' };

/** When the ledger was that others reach beyond, and what to do. */
export function beyondSaid({ ledger, requests, start, end }: Beyond): Sentence {
  const [whose, other] = ledger === 'downstreamUsage' ? [LOG, BILL] : [BILL, LOG];
  const [from, to] = [textOf(start), textOf(end)];
  return {
    en: `${requests} requests of ${whose.en} lie outside the time of ${other.en}, ${from} to ${to}, and can have no partner there. Where both are whole, --period says so; else export the same time of both.`,
    zh: `${whose.zh}中有 ${requests} 个请求在${other.zh}的时间（${from} 至 ${to}）之外，不可能有对应记录。两份都完整时请用 --period 写明账期，否则请导出相同时段。`,
  };
}
