import { describe, expect, test } from 'vitest';
import { Rejection } from '#shared/rejections.ts';
import { catchRejection } from '../../support/normalizer/catch-rejection.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';
import { parsePayload } from '../../support/normalizer/text-payload.ts';
import { fieldIn, valueIn, wordsIn } from '../../support/table.ts';
import { matcher, readCaseFolder } from '../../support/text-cases.ts';

/**
 * The cases in the folder `cases`: payloads, as `parsePayload` reads them, and what normalizing gives. Lines that start
 * with > state:
 *
 *   > sale status=failed userId=-         the records in their order, each with these fields; a dash: without it
 *   > charge, payment costAmount=0.5      the same of the other ledgers
 *   > 2 sales, 0 charges                  a number of records
 *   > expected 1220                       the recomputed charge of the first sale in quota units, or none
 *   > skipped topup=1                     rows that became no record, by reason
 *   > received 2                          rows of all ledgers
 *   > note, first note, last note TEXT    that a note, the first or the last one contains this text
 *   > no note TEXT                        that none does
 *   > output currency=EUR                 other fields of the result
 *   > notes TEXT                          the only note; without a text, that there is none
 *   > finds, finds no CODE                a code of a finding
 *   > nothing found                       no finding above info
 *   > refused TEXT                        the first detail of the refusal
 *   > code TEXT                           its code
 */
type Records = readonly Readonly<Record<string, unknown>>[];
const LEDGERS = { sale: 'downstreamUsage', charge: 'upstreamCharges', payment: 'payments' } as const;
type Normalized = ReturnType<typeof normalizeAndCheck>;

/** Reads the fields of records as a line names them. */
const written = (record: Records[number], names: readonly string[]) =>
  names.map((name) => {
    const value = record[name];
    return typeof value === 'object' && value !== null ? value : `${value ?? '-'}`;
  });

/** Compares records with the lines of their ledger. */
function expectRecords(records: Records, lines: readonly string[]): void {
  expect(records).toHaveLength(lines.length);
  for (const [at, line] of lines.entries()) {
    const fields = wordsIn(line).slice(1).map(fieldIn);
    const expected = fields.map(([, value]) => {
      if (value.startsWith('/')) return matcher(value);
      const read = valueIn(value);
      return value.startsWith('"') || (typeof read === 'object' && read !== null) ? read : value;
    });
    const names = fields.map(([name]) => name);
    expect(written(records[at] as Records[number], names)).toEqual(expected);
  }
}

function expectLine(line: string, result: Normalized, quotaPerUnit: number): void {
  const [first = '', second = ''] = line.split(' ');
  const text = line.slice(first.length + 1);
  if (first === 'note') expect(result.notes).toContainEqual(matcher(text));
  else if (/^(?:first|last) note /.test(line))
    expect(result.notes.at(first === 'first' ? 0 : -1)).toEqual(matcher(text.replace('note ', '')));
  else if (first === 'output') expectRecords([result], [line]);
  else if (line.startsWith('no note ')) expect(result.notes).not.toContainEqual(matcher(line.slice(8)));
  else if (first === 'notes') expect(result.notes).toEqual(text === '' ? [] : [matcher(text)]);
  else if (first === 'skipped')
    expect(result.skipped).toMatchObject(
      Object.fromEntries(wordsIn(text).map((word) => [fieldIn(word)[0], Number(fieldIn(word)[1])])),
    );
  else if (first === 'expected') {
    const expected = result.downstreamUsage[0]?.expectedCharge;
    expect(expected === undefined ? 'none' : `${Math.round(Number(expected) * quotaPerUnit)}`).toBe(text);
  } else if (first === 'received') expect(`${result.meta.rows.received}`).toBe(text);
  else if (first === 'finds') {
    const codes = result.report.findings.map(({ code }) => code);
    expect(codes.includes(text.replace('no ', ''))).toBe(!text.startsWith('no '));
  } else if (line === 'nothing found')
    expect(result.report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  else {
    const ledger = LEDGERS[second.replace(/s$/, '') as keyof typeof LEDGERS];
    if (ledger === undefined) throw new Error(`no such line: ${line}`);
    expect(result[ledger] ?? []).toHaveLength(Number(first));
  }
}

function check(lines: readonly string[], finds: readonly string[], gateway: string): void {
  const payload = parsePayload(lines, gateway);
  const result = catchRejection(() => normalizeAndCheck(payload));
  const refusals = finds.filter((line) => /^(?:refused|code) /.test(line));
  if (result instanceof Rejection || refusals.length > 0) {
    if (!(result instanceof Rejection)) throw new Error('The payload was not refused.');
    const { code, quotingDetails } = result;
    for (const line of refusals)
      expect(line.startsWith('code ') ? code : quotingDetails[0]).toEqual(matcher(line.replace(/^\w+ /, '')));
    expect(refusals, quotingDetails[0]).toHaveLength(finds.length);
    return;
  }
  for (const [kind, ledger] of Object.entries(LEDGERS)) {
    const own = finds.filter((line) => line.split(' ')[0] === kind);
    if (own.length > 0) expectRecords((result[ledger] ?? []) as unknown as Records, own);
  }
  for (const line of finds)
    if (!/^(?:sale|charge|payment)(?: |$)/.test(line))
      expectLine(line, result, Number(payload.quotaPerUnit ?? 500_000));
}

describe.each(readCaseFolder(new URL('cases/', import.meta.url)))('%s', (_, cases) => {
  test.each(cases)('%s', (__, lines, finds, gateway) => check(lines, finds, gateway));
});
