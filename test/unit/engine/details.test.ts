import { expect, test } from 'vitest';
import { reconcile } from '#shared/report/reconcile.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

function found(code: string, ...lines: string[]): Finding {
  const { findings } = reconcile(parseTextLedger(lines), '2026-11-21T00:00:00Z');
  const finding = findings.find((one) => one.code === code);
  if (finding === undefined) throw new Error(`${code} was not found`);
  return finding;
}

test('a request, a model and an upstream id with equal names are different subjects', () => {
  const { findings } = reconcile(
    parseTextLedger([
      'down gpt-4o success 0 model=m',
      'up   gpt-4o success 1 model=m',
      'down r1 success 0 expected=0 model=gpt-4o',
      'up   r1 success 0.1 model=gpt-4o',
      'down u1 success 1',
      '2x up u1 success 0.2',
      '2x up - success 0.3 id=u1',
    ]),
    '2026-11-21T00:00:00Z',
  );
  const of = (code: string) =>
    findings.filter((one) => one.code === code).map(({ severity, amount }) => `${severity} ${amount}`);
  expect(of('zero_charge_with_cost')).toEqual(['critical 1', 'info 0.1']);
  expect(of('duplicate_upstream_charge')).toEqual(['critical 0.3', 'critical 0.2']);
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
});

test('ids depend on code and subject only, and lone surrogates are distinct', () => {
  const idOf = (subject: string, amount: string) =>
    found('failed_but_charged', `down ${JSON.stringify(subject)} failed ${amount}`).id;
  expect(idOf('r1', '1')).toBe(idOf('r1', '2'));
  expect(new Set(['r1', 'r2', '\ud800', '\ud801', '\ufffd'].map((subject) => idOf(subject, '1'))).size).toBe(
    5,
  );
});
