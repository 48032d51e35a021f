import { describe, expect, it } from 'vitest';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

/** A row of LiteLLM's log, written as `id call_type at-millisecond more…`. */
function rowOf(text: string): object {
  const [id, callType, at, ...more] = text.split(' ');
  const changes = Object.fromEntries(more.map((word) => word.split('=')));
  return {
    request_id: id,
    call_type: callType,
    startTime: new Date(Date.parse('2026-10-01T10:00:00Z') + Number(at)).toISOString(),
    api_key: changes.key ?? 'hash',
    spend: changes.spend ?? '0.03',
    user: changes.user ?? 'u',
    model: 'openai/gpt-4o',
    model_group: changes.model ?? 'gpt-4o',
    prompt_tokens: changes.in ?? 10,
    completion_tokens: 5,
    status: changes.status ?? 'success',
  };
}

describe('two rows of LiteLLM may be one call', () => {
  it.each<[what: string, rows: string[], pairs: string[]]>([
    ['a response and its chat call', ['r aresponses 0', 'c acompletion 3'], ['r c']],
    ['the chat call first', ['c acompletion 0', 'r responses 999'], ['c r']],
    ['a whole second apart', ['r aresponses 0', 'c acompletion 1000'], []],
    ['two pairs', ['a acompletion 0', 'b acompletion 1', 'r aresponses 2', 's aresponses 3'], ['a r', 'b s']],
    ['neither is a response', ['a acompletion 0', 'b atext_completion 1'], []],
    ['three rows make one pair', ['r aresponses 0', 'a acompletion 1', 'b acompletion 2'], ['r a']],
    ['another key', ['r aresponses 0', 'c acompletion 3 key=other'], []],
    ['another customer', ['r aresponses 0', 'c acompletion 3 user=v'], []],
    ['another model', ['r aresponses 0', 'c acompletion 3 model=gpt-4'], []],
    ['other tokens', ['r aresponses 0', 'c acompletion 3 in=11'], []],
    ['another spend', ['r aresponses 0', 'c acompletion 3 spend=0.04'], []],
    ['no spend', ['r aresponses 0 spend=0', 'c acompletion 3 spend=0'], []],
  ])('%s', async (_, rows, pairs) => {
    const { report } = await runFiles([makeTextFile('logs', rows.map(rowOf))]);
    const found = report.findings.filter(({ code }) => code === 'call_logged_twice');
    expect(found.map(({ requestId, details }) => `${requestId} ${details?.twin}`)).toEqual(pairs);
    // The revenue contains both rows.
    expect(report.summary.requests.total).toBe(rows.length);
  });
});
