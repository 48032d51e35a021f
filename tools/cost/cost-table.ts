import {
  costOfCall,
  costOfColdStart,
  costOfStanding,
  durationMs,
  prices,
  standing,
  totalOf,
} from './cost.ts';
import {
  assumptions,
  LEDGER_SIZES,
  LOAD_CPU_MS,
  type Measurement,
  measurements,
  WORST_CPU_MS,
} from './measurements.ts';
import { worstCases } from './worst-case.ts';

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const dollars = (amount: number, digits = 2) => `$${amount.toFixed(digits)}`;
const sizes = LEDGER_SIZES.map((size) => measurements[size]);
const perSize = (label: string, cellOf: (m: Measurement) => string) => row(label, ...sizes.map(cellOf));

const BILLED: Readonly<Record<keyof ReturnType<typeof costOfCall>, string>> = {
  lambda: 'Lambda, warm',
  httpApi: 'HTTP API',
  logs: 'logs, kept for a month',
  dataTransfer: 'data transfer out',
};

const wholeDollars = (amount: number) => `$${grouped(Math.ceil(amount))}`;
const grouped = (count: number) => count.toLocaleString('en').replaceAll(',', ' ');

/** The cost section of the deploy guide, in Markdown. */
export function costTable(): string[] {
  const worst = worstCases();
  const fixed = costOfStanding();
  const idle = totalOf(fixed) - fixed.metrics;
  const warm = (m: Measurement) => totalOf(costOfCall(m));
  const monthly = (calls: number, callUsd: number) => dollars(calls * callUsd + totalOf(fixed));
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
    perSize('a month with 1 000 calls, all cold', (m) => monthly(1000, warm(m) + costOfColdStart(m))),
    perSize('a month with 1 million calls, warm', (m) => monthly(1_000_000, warm(m))),
    '',
    `The months include the fixed part: ${standing.alarmMetrics} alarm metrics (${dollars(fixed.alarms)}), the dashboard (${dollars(fixed.dashboard)}) and ${standing.lineMetrics + standing.filterMetrics} custom metrics (at most ${dollars(fixed.metrics)}, billed in hours with calls). Idle, the stack costs ${dollars(idle)} a month, less what is left of the account's free tier (10 alarm metrics, 3 dashboards); \`alarmEmail\` adds ${dollars(prices.kms.perKeyMonth)} for its topic's key.`,
    '',
    'The service is public. The table above is your own use; the one below is the worst that strangers can do: they send the largest accepted bodies, ask for the largest replies without compression, and call each route as often as its throttle allows, all month:',
    '',
    row('Route', 'calls a second', '1 000 calls', 'a month at most'),
    row('---', '---:', '---:', '---:'),
    ...worst.map(({ route, ratePerSecond, callUsd, monthUsd }) =>
      row(route, String(ratePerSecond), dollars(callUsd * 1000, 4), wholeDollars(monthUsd)),
    ),
    row(
      '**all of them**',
      '',
      '',
      `**${wholeDollars(worst.reduce((sum, { monthUsd }) => sum + monthUsd, 0))}**`,
    ),
    '',
    `A POST is counted with ${durationMs(WORST_CPU_MS)} ms: twice what the slowest full body takes that was ever found, by hand or by half an hour of \`npm run fuzz -- --bounds\`.`,
    '',
    'The worst case grows with the throttles (`throttleRate`, `postThrottleRate`), which API Gateway treats as targets, not as ceilings. `monthlyBudgetUsd` sends a mail long before, the alarms on bytes and on throttled calls ring within minutes, and `auth=iam` keeps strangers out.',
    '',
    `The durations behind it, at 1024 MB: ${LEDGER_SIZES.map((size, i) => `${durationMs(sizes[i]?.warmCpuMs ?? 0)} ms for ${grouped(size)} records (first call ${durationMs(sizes[i]?.firstCpuMs ?? 0)} ms)`).join(', ')}. A first call adds ${durationMs(LOAD_CPU_MS)} ms to load the bundle, measured, and ${assumptions.runtimeStartMs} ms to start Node, assumed. \`npm run cost\` measures again.`,
  ];
}
