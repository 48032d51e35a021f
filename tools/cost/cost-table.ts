import * as v from 'valibot';
import { settings } from '#infra/settings.ts';
import { costOfCall, costOfColdStart, costOfStanding, durationMs, standing, totalOf } from './cost.ts';
import { assumptions, LEDGER_SIZES, LOAD_CPU_MS, measurements } from './measurements.ts';
import { prices } from './prices.ts';

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const dollars = (amount: number, digits = 2) => `$${amount.toFixed(digits)}`;
const sizes = LEDGER_SIZES.map((size) => measurements[size]);
const perSize = (label: string, cellOf: (measurement: (typeof sizes)[number]) => string) =>
  row(label, ...sizes.map(cellOf));

const BILLED: Readonly<Record<keyof ReturnType<typeof costOfCall>, string>> = {
  lambda: 'Lambda, warm',
  httpApi: 'HTTP API',
  logs: 'logs, kept for a month',
  dataTransfer: 'data transfer out',
};

/** A month of 30 days. */
const SECONDS_PER_MONTH = 30 * 24 * 3600;
const postThrottleRate = v.getDefault(settings.postThrottleRate.schema) as number;

const grouped = (count: number) => count.toLocaleString('en').replaceAll(',', ' ');

/** The cost section of the deploy guide, in Markdown. */
export function costTable(): string[] {
  const fixed = costOfStanding();
  const idle = totalOf(fixed) - fixed.metrics;
  const monthly =
    (calls: number, costOf: (measurement: (typeof sizes)[number]) => number) =>
    (measurement: (typeof sizes)[number]) =>
      dollars(calls * costOf(measurement) + totalOf(fixed));
  const warm = (measurement: (typeof sizes)[number]) => totalOf(costOfCall(measurement));
  return [
    `List prices of ${prices.region} on ${prices.date}, without the free tier, for reconciliations over HTTPS:`,
    '',
    row('', ...LEDGER_SIZES.map((size) => `${grouped(size)} records`)),
    row('---', ...LEDGER_SIZES.map(() => '---:')),
    ...Object.entries(BILLED).map(([part, label]) =>
      perSize(`1 000 calls: ${label}`, (m) => dollars(costOfCall(m)[part as keyof typeof BILLED] * 1000, 4)),
    ),
    perSize('**1 000 calls**', (m) => `**${dollars(warm(m) * 1000, 4)}**`),
    perSize('more, if each is a cold start', (m) => dollars(costOfColdStart(m) * 1000, 4)),
    perSize(
      'a month with 1 000 calls, all cold',
      monthly(1000, (m) => warm(m) + costOfColdStart(m)),
    ),
    perSize('a month with 1 million calls, warm', monthly(1_000_000, warm)),
    perSize(
      `a month with ${(SECONDS_PER_MONTH * postThrottleRate) / 1e6} million calls, all that the throttle lets through`,
      monthly(SECONDS_PER_MONTH * postThrottleRate, warm),
    ),
    '',
    `The months include what stands: ${standing.alarmMetrics} alarm metrics (${dollars(fixed.alarms)}), the dashboard (${dollars(fixed.dashboard)}) and ${standing.customMetrics} custom metrics (at most ${dollars(fixed.metrics)}, billed in hours with calls). Idle, the stack costs ${dollars(idle)} a month, or nothing where the account's free tier (10 alarm metrics, 3 dashboards) is not yet used; \`alarmEmail\` adds ${dollars(prices.kms.perKeyMonth)} for the key of its topic.`,
    '',
    `Durations behind it, at 1024 MB: ${LEDGER_SIZES.map((size, i) => `${durationMs(sizes[i]?.warmCpuMs ?? 0)} ms for ${grouped(size)} records (first call ${durationMs(sizes[i]?.firstCpuMs ?? 0)} ms)`).join(', ')}. They are CPU times of the bundle on an x86-64 core, divided by the share of a core that 1024 MB buys; a first call adds ${durationMs(LOAD_CPU_MS)} ms to load the bundle, measured, and ${assumptions.runtimeStartMs} ms to start Node, assumed. \`npm run cost\` measures anew, \`tools/cost/prices.ts\` holds the prices.`,
  ];
}
