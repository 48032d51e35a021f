import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, toDecimal, toPlainText } from '#shared/money/money.ts';
import type { DownstreamRecord, UpstreamRecord } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import {
  inputs,
  type Ledgers,
  ledgers,
  mapMoney,
  mapRows,
  PERIOD,
} from '../../support/engine/arbitraries.ts';
import {
  findCodesNeeding,
  formatEssentials,
  prove,
  reconcileInput,
  selectEntityFindings,
} from '../../support/engine/prove.ts';

const START_MS = Date.parse(PERIOD.start);
const HOUR_MS = 3_600_000;
/** 28 years: then the calendar repeats. */
const CALENDAR_MS = (28 * 365 + 7) * 24 * HOUR_MS;
const sorted = (texts: string[]): string[] => texts.toSorted();
const add = (...texts: (string | undefined | null)[]): string =>
  toPlainText(texts.reduce((sum: Decimal, text) => sum.plus(text ?? 0), toDecimal('0')));

/** An hour of the last day, so that ages are measured from the end of the period. */
const LAST_HOUR = 730;
/** Channels that get a matched pair, so that their ids are not disjoint. The pairs also cover the first and last day. */
const LINKS = ['fine', 'c1', 'c2', 'unassigned'];
const linksOf = (name: string) =>
  LINKS.map((channelId) => {
    const { sale, charge } = buildPair(`${name} ${channelId}`, channelId === 'fine' ? 1 : LAST_HOUR);
    return { sale: { ...sale, channelId }, charge: { ...charge, channelId } };
  });

/** Moves rows away from the start of the period, and replaces amounts near the tolerance. */
const moveFromBounds = <T extends { occurredAt: string }>(row: T): T => ({
  ...mapMoney(row, (text) => (text.length > 10 ? '0.7' : text)),
  occurredAt: row.occurredAt === PERIOD.start ? new Date(START_MS + HOUR_MS).toISOString() : row.occurredAt,
});

/** Ledgers whose overall findings do not depend on a single row, as the laws assume. */
const linked = ledgers.map((input): Ledgers => {
  const links = [...linksOf('left'), ...linksOf('right')];
  const { downstreamUsage, upstreamCharges, ...rest } = mapRows(input, moveFromBounds);
  return {
    ...rest,
    downstreamUsage: [...downstreamUsage, ...links.map(({ sale }) => sale)],
    upstreamCharges: [...upstreamCharges, ...links.map(({ charge }) => charge)],
  };
});

/** Builds a correct sale and its charge, `hours` into the period. */
function buildPair(requestId: string, hours: number): { sale: DownstreamRecord; charge: UpstreamRecord } {
  const occurredAt = new Date(START_MS + hours * HOUR_MS).toISOString();
  const common = { requestId, occurredAt, model: 'fine', channelId: 'fine', status: 'success' } as const;
  return {
    sale: { ...common, chargedAmount: '3', expectedCharge: '3' },
    charge: { ...common, upstreamId: `of ${requestId}`, costAmount: '1.5' },
  };
}

/** The report without the fields that identify the input. */
const withoutIdentity = ({ summary, ...report }: ReconciliationReport) => ({
  ...report,
  summary: { ...summary, inputFingerprint: '', period: null, byDay: null },
});

/** The figures that an excluded row must not change. */
const stableFigures = ({ summary }: ReconciliationReport) => ({
  ...summary,
  inputFingerprint: '',
  records: null,
  excluded: null,
  findings: null,
  causes: null,
  // The answer begins with the excluded rows.
  answer: null,
});

/** The figures of the summary that are additive over parts of the input. */
function additive({ summary }: ReconciliationReport): Record<string, string> {
  const flat: Record<string, string> = {};
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) walk(part, `${path}.${key}`);
    else if (typeof value === 'string' || typeof value === 'number') flat[path] = String(value);
  };
  const { records, requests, revenue, cost, margin, unmatched, payments } = summary;
  walk({ records, requests, revenue, cost, margin: margin?.amount, unmatched, payments }, '');
  return flat;
}

const sumOf = (a: Record<string, string>, b: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, add(a[key], b[key])]),
  );

test('2. splitting by request, charge and transaction: the parts add up, and their findings are those of the whole', () => {
  // Upstream ids contain the name of their part, so that no id is in both parts.
  const isLeft = (row: { requestId?: string; transactionId?: string; upstreamId?: string }) => {
    const name = row.requestId || row.transactionId || row.upstreamId || '';
    return (
      name.startsWith('left ') || (!name.startsWith('right ') && name.charCodeAt(name.length - 1) % 2 === 0)
    );
  };
  const split = linked.map((input) => ({
    ...input,
    upstreamCharges: input.upstreamCharges.map((row) =>
      row.upstreamId && row.requestId
        ? { ...row, upstreamId: `${isLeft(row) ? 'left' : 'right'} ${row.upstreamId}` }
        : row,
    ),
  }));
  prove([split], (input) => {
    const part = (left: boolean): Ledgers => ({
      period: input.period,
      downstreamUsage: input.downstreamUsage.filter((row) => isLeft(row) === left),
      upstreamCharges: input.upstreamCharges.filter((row) => isLeft(row) === left),
      payments: input.payments.filter((row) => isLeft(row) === left),
    });
    const [left, right, whole] = [
      reconcileInput(part(true)),
      reconcileInput(part(false)),
      reconcileInput(input),
    ];
    expect(sumOf(additive(left), additive(right))).toEqual(sumOf(additive(whole), {}));
    expect(
      sorted([...selectEntityFindings(left), ...selectEntityFindings(right)].map(formatEssentials)),
    ).toEqual(sorted(selectEntityFindings(whole).map(formatEssentials)));
  });
});

test('3. all amounts multiplied by k: the same findings, k times the money, the same rates', () => {
  prove([linked, fc.constantFrom(2, 3, 10, 1000)], (input, k) => {
    const times = (text: string): string => toPlainText(toDecimal(text).times(k));
    const [one, many] = [
      reconcileInput(input),
      reconcileInput(mapRows(input, (row) => mapMoney(row, times))),
    ];
    const keyed = ({ findings }: ReconciliationReport, factor: number) =>
      sorted(
        findings.map(({ id, code, severity, details }) =>
          [id, code, severity, toPlainText(toDecimal(String(details?.amount ?? '0')).times(factor))].join(
            ' ',
          ),
        ),
      );
    expect(keyed(many, 1)).toEqual(keyed(one, k));
    expect(many.summary.margin).toEqual({
      amount: times(one.summary.margin?.amount ?? '0'),
      rate: one.summary.margin?.rate,
    });
    expect(many.byModel.map((line) => [line.model, line.revenue, line.marginRate])).toEqual(
      one.byModel.map((line) => [line.model, times(line.revenue), line.marginRate]),
    );
    expect(many.completeness).toEqual(one.completeness);
  });
});

/** Moves the input and the period to a later time. */
function shifted(input: Ledgers, ms: number) {
  const later = (text: string): string => new Date(Date.parse(text) + ms).toISOString();
  const period = { start: later(PERIOD.start), end: later(PERIOD.end) };
  return { ...mapRows(input, (row) => ({ ...row, occurredAt: later(row.occurredAt) })), period };
}

test('4. all times and the period shifted together: the same report except for the period and the fingerprint', () => {
  const expectSame = (input: Ledgers, other: Ledgers): void => {
    expect(withoutIdentity(reconcileInput(other))).toEqual(withoutIdentity(reconcileInput(input)));
  };
  // Charges without a request id are compared with the sales of their day or month.
  prove([ledgers, fc.constantFrom(-1, 1, 2)], (input, times) => {
    expectSame(input, shifted(input, times * CALENDAR_MS));
  });
  const named = linked.map(({ upstreamCharges, ...rest }) => ({
    ...rest,
    upstreamCharges: upstreamCharges.filter(({ requestId }) => requestId),
  }));
  prove([named, fc.integer({ min: -1e11, max: 1e11 })], (input, ms) => {
    expectSame(input, shifted(input, ms));
  });
});

test('5. times written with another offset: the same report', () => {
  const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
  prove([ledgers, offset, fc.constantFrom('', '0', '0001', '.000'.slice(1))], (input, minutes, digits) => {
    const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
    const sign = minutes < 0 ? '-' : '+';
    const zone = `${sign}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
    const rewritten = (text: string): string =>
      new Date(Date.parse(text) + minutes * 60_000).toISOString().replace('Z', `${digits}${zone}`);
    const other = mapRows(input, (row) => ({ ...row, occurredAt: rewritten(row.occurredAt) }));
    expect(reconcileInput(other)).toEqual(reconcileInput(input));
  });
});

test('6. "0.1", 0.1 and "0.10": the same report', () => {
  const style = fc.infiniteStream(fc.nat({ max: 2 }));
  prove([ledgers, style], (input, styles) => {
    const rewritten = (text: string): string | number => {
      const plainText = toPlainText(toDecimal(text));
      const way = styles.next().value;
      if (way === 0) return Number(plainText);
      return way === 1 ? plainText : `${plainText}${plainText.includes('.') ? '' : '.'}00`;
    };
    expect(reconcileInput(mapRows(input, (row) => mapMoney(row, rewritten)))).toEqual(reconcileInput(input));
  });
});

test('7. one more matched pair without faults: the same findings about requests, plus the margin of the pair', () => {
  prove([linked], (input) => {
    const { sale, charge } = buildPair('new', 100);
    const before = reconcileInput(input);
    const after = reconcileInput({
      ...input,
      downstreamUsage: [...input.downstreamUsage, sale],
      upstreamCharges: [...input.upstreamCharges, charge],
    });
    expect(selectEntityFindings(after)).toEqual(selectEntityFindings(before));
    expect(after.summary.margin?.amount).toBe(add(before.summary.margin?.amount, '1.5'));
  });
});

test('8. one more row in another currency with a new id: it is left out, and nothing else changes', () => {
  prove([linked, fc.boolean()], (input, isSale) => {
    const { sale, charge } = buildPair('new', 100);
    const before = reconcileInput(input);
    const after = reconcileInput({
      ...input,
      downstreamUsage: [...input.downstreamUsage, ...(isSale ? [{ ...sale, currency: 'JPY' }] : [])],
      upstreamCharges: [...input.upstreamCharges, ...(isSale ? [] : [{ ...charge, currency: 'JPY' }])],
    });
    const others = ({ findings }: ReconciliationReport) =>
      sorted(
        findings
          .filter(({ code }) => code !== 'currency_excluded')
          .map((finding) =>
            formatEssentials(
              finding.code === 'negative_margin_total' ? { ...finding, severity: 'warning' } : finding,
            ),
          ),
      );
    expect(others(after)).toEqual(others(before));
    expect(
      after.findings.filter(({ code }) => code === 'negative_margin_total').map((f) => f.severity),
    ).not.toContain('critical');
    expect(stableFigures(after)).toEqual(stableFigures(before));
    expect(after.completeness).toEqual({
      ...before.completeness,
      complete: false,
      currency: false,
      margin: false,
    });
    expect([after.byModel, after.byChannel]).toEqual([before.byModel, before.byChannel]);
  });
});

test('9. one more upstream row outside the period with a new id: only `out_of_period` changes', () => {
  prove([linked, fc.constantFrom(-1, 744, 2000)], (input, hours) => {
    const before = reconcileInput(input);
    const after = reconcileInput({
      ...input,
      upstreamCharges: [...input.upstreamCharges, buildPair('new', hours).charge],
    });
    const others = ({ findings }: ReconciliationReport) =>
      findings.filter(({ code }) => code !== 'out_of_period');
    expect(others(after)).toEqual(others(before));
    expect(stableFigures(after)).toEqual(stableFigures(before));
    expect(after.completeness).toEqual(before.completeness);
    expect({ ...after.summary.records, upstreamCharges: 0 }).toEqual({
      ...before.summary.records,
      upstreamCharges: 0,
    });
    expect([after.byModel, after.byChannel]).toEqual([before.byModel, before.byChannel]);
  });
});

const isOfLedger = (ledger: string) => (finding: { details?: { subject?: unknown } | undefined }) =>
  String(finding.details?.subject ?? '').startsWith(ledger);

test('10. payments omitted: the same findings about usage', () => {
  prove([linked], ({ payments: _, ...input }) => {
    const needs = findCodesNeeding('payments');
    const full = reconcileInput({ ...input, payments: _ }).findings.filter(
      (finding) => !needs.has(finding.code) && !isOfLedger('payments')(finding),
    );
    const without = reconcileInput(input).findings.filter(({ code }) => code !== 'ledger_missing');
    expect(without).toEqual(full);
  });
});

test('11. upstream charges omitted: only the codes that need no upstream charges', () => {
  prove([linked], ({ upstreamCharges: _, ...input }) => {
    const needs = findCodesNeeding('upstreamCharges');
    const full = reconcileInput({ ...input, upstreamCharges: _ }).findings.filter(
      (finding) => !needs.has(finding.code) && !isOfLedger('upstreamCharges')(finding),
    );
    const without = reconcileInput(input).findings.filter(({ code }) => code !== 'ledger_missing');
    expect(sorted(without.map(formatEssentials))).toEqual(sorted(full.map(formatEssentials)));
  });
});

test('12. the usage ledgers swapped: unmatched rows change sides, and the margin its sign', () => {
  const plainRow = fc.record({
    requestId: fc.constantFrom('a', 'b', 'c', 'd', 'linked'),
    hours: fc.integer({ min: 1, max: 700 }),
    amount: fc.constantFrom('0.1', '2', '0.000000000001', '31.5'),
  });
  const rows = fc.array(plainRow, { maxLength: 8 });
  const base = ({ requestId, hours }: { requestId: string; hours: number }) => ({
    requestId,
    occurredAt: new Date(START_MS + hours * HOUR_MS).toISOString(),
    model: 'm',
    status: 'success' as const,
  });
  const inputOf = (sales: { requestId: string; hours: number; amount: string }[], charges: typeof sales) => ({
    period: PERIOD,
    downstreamUsage: sales.map((row) => ({ ...base(row), chargedAmount: row.amount })),
    upstreamCharges: charges.map((row, i) => ({ ...base(row), upstreamId: `u${i}`, costAmount: row.amount })),
  });
  prove([rows, rows], (left, right) => {
    const shared = { requestId: 'linked', hours: 5, amount: '1' };
    const one = reconcileInput(inputOf([...left, shared], [...right, shared]));
    const two = reconcileInput(inputOf([...right, shared], [...left, shared]));
    const unmatched = ({ findings }: ReconciliationReport, side: string) =>
      sorted(
        findings
          .filter(({ code }) => code === `unmatched_${side}`)
          .map(({ requestId, details }) => `${requestId} ${details?.amount}`),
      );
    expect(unmatched(two, 'upstream')).toEqual(unmatched(one, 'downstream'));
    expect(unmatched(two, 'downstream')).toEqual(unmatched(one, 'upstream'));
    expect(two.summary.unmatched).toEqual({
      downstream: one.summary.unmatched?.upstream,
      upstream: one.summary.unmatched?.downstream,
    });
    expect(add(one.summary.margin?.amount, two.summary.margin?.amount)).toBe('0');
  });
});

test('13. models, channels, days and customers add up to the summary, ids are unique, amounts are not negative', () => {
  prove([ledgers], (input) => {
    const { summary, byModel, byChannel, findings } = reconcileInput(input);
    // If no row of the bill has a request id, the cost of channels and customers is unknown.
    const isKnown = (line: { cost: string | null }) => line.cost !== null;
    for (const table of [byModel, byChannel]) {
      if (!table.every(isKnown)) continue;
      const column = (name: 'revenue' | 'cost' | 'margin' | 'matchedMargin') =>
        add(...table.map((line) => line[name]));
      expect(column('revenue')).toBe(summary.revenue.net);
      expect(column('cost')).toBe(summary.cost?.net);
      expect(column('margin')).toBe(summary.margin?.amount);
      expect(table.reduce((sum, line) => sum + line.requests, 0)).toBe(summary.requests.total);
    }
    for (const list of [summary.byDay, summary.byUser]) {
      if (!list.every(isKnown)) continue;
      expect(add(...list.map((line) => line.revenue))).toBe(summary.revenue.net);
      expect(add(...list.map((line) => line.cost))).toBe(summary.cost?.net);
      expect(add(...list.map((line) => line.margin))).toBe(summary.margin?.amount);
      expect(list.reduce((sum, line) => sum + line.requests, 0)).toBe(summary.requests.total);
    }
    expect(add(...summary.byUser.map((line) => line.credited))).toBe(summary.payments?.credited);
    const matched = (table: typeof byModel | typeof byChannel) => [
      add(...table.map((line) => line.matchedMargin)),
      table.reduce((sum, line) => sum + (line.matchedRequests ?? 0), 0),
    ];
    expect(matched(byModel)).toEqual(matched(byChannel));
    expect(add(summary.revenue.gross, `-${summary.revenue.refunds}`)).toBe(summary.revenue.net);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    for (const { severity, amount, details } of findings) {
      if (severity === 'critical') expect(amount).toBeGreaterThan(0);
      expect(amount ?? 0).toBeGreaterThanOrEqual(0);
      if (amount !== undefined) expect(amount).toBe(Number(details?.amount));
    }
  });
});

test('13. totals of findings by code, model and channel equal the sums of single findings', () => {
  prove([inputs], (input) => {
    const { findings, summary } = reconcileInput(input);
    const exact = (some: typeof findings) => {
      const amounts = some.flatMap(({ details }) =>
        details?.amount === undefined ? [] : [String(details.amount)],
      );
      return amounts.length > 0 ? add(...amounts) : null;
    };
    for (const [code, line] of Object.entries(summary.findings.byCode)) {
      const own = findings.filter((finding) => finding.code === code);
      expect([line.severity, line.count, line.amount]).toEqual([own[0]?.severity, own.length, exact(own)]);
    }
    const places = summary.causes.map(({ findingId }) => findings.findIndex(({ id }) => id === findingId));
    for (const [index, cause] of summary.causes.entries()) {
      const own = findings.filter(
        ({ code, model = null, channelId = null }) =>
          code === cause.code && model === cause.model && channelId === cause.channelId,
      );
      expect(places[index]).toBe(findings.indexOf(own[0] as (typeof findings)[0]));
      expect([cause.severity, cause.count, cause.amount]).toEqual([own[0]?.severity, own.length, exact(own)]);
    }
    expect(summary.causes.reduce((sum, { count }) => sum + count, 0)).toBe(findings.length);
    expect(summary.cut).toEqual([]);
  });
});

test('14. two adjacent periods add up to the whole period', () => {
  prove([ledgers, fc.integer({ min: 1, max: 743 })], (input, hours) => {
    const middle = new Date(START_MS + hours * HOUR_MS).toISOString();
    const within = (start: string, end: string) =>
      additive(reconcileInput({ ...input, period: { start, end } }));
    const isOfPeriod = ([path]: [string, string]) =>
      !path.endsWith('.received') && !path.endsWith('.outOfPeriod');
    const inPeriod = (figures: Record<string, string>) =>
      Object.fromEntries(Object.entries(figures).filter(isOfPeriod));
    const parts = sumOf(within(PERIOD.start, middle), within(middle, PERIOD.end));
    expect(inPeriod(parts)).toEqual(inPeriod(sumOf(within(PERIOD.start, PERIOD.end), {})));
  });
});
