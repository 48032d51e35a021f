import { partsFor } from '#shared/ledger/size.ts';
import { prices } from '#tools/cost/prices.ts';
import { cpuMsOf, type LedgerRun } from './ledger-bench.ts';

/** A line of the table: what it counts, and how, and its value for each number of rows. */
export interface CostLine {
  readonly what: string;
  readonly values: readonly string[];
}

const SIZES = [1e6, 1e8, 1e9];

/** As the workflow cuts books; see functions/steps/list.ts. */
const PIECE_BYTES = 64 * 1024 * 1024;
const PART_BYTES = 96 * 1024 * 1024;
/** Share of a second core that a function of 3 GB has would make it less; it is billed for the time of one. */
const MEMORY_GB = 3008 / 1024;

/** Objects whose slices each of P tasks reads, in units of P: drafts, links, three ledgers, charges, evidence and customers of two rounds. */
const BUCKETED = 10;
/** A slice is found, then read. */
const READS_OF_A_SLICE = 2;
/** Rows are read twice where their ids must be judged. */
const PASSES_OF_PARTS = 2;
const WAIT_MS = 20;
const READS_AT_ONCE = 16;
const WRITES_OF_A_PIECE = 2;
const WRITES_OF_A_PART = 19;
const STATES_OF_A_TASK = 2;
const STAGES_OF_PARTS = 7;
const STATES_OF_STAGES = 38;

const HOURS_OF_SCRATCH = 14 * 24;
const HOURS_OF_A_MONTH = 730;

/** List prices of us-east-1 in dollars. */
const READ = 0.4e-6;
const WRITE = 5e-6;
const STATE = 25e-6;
const GB_MONTH = 0.023;

const dollars = (value: number): string => `$${value < 10 ? value.toFixed(2) : value.toFixed(0)}`;

interface Sizes {
  readonly rows: number;
  readonly pieces: number;
  readonly parts: number;
}

const readsOf = ({ pieces, parts }: Sizes): number =>
  READS_OF_A_SLICE * (BUCKETED * parts ** 2 + PASSES_OF_PARTS * parts * pieces);

/** What books of several sizes would cost, from what one run has taken. */
export function costLines(measured: LedgerRun): CostLine[] {
  const { rows: measuredRows, bytes, scratchBytes } = measured;
  const [rowBytes, rowScratch, rowMs] = [bytes, scratchBytes, cpuMsOf(measured)].map(
    (of) => of / measuredRows,
  ) as [number, number, number];
  const gbSecond = prices.lambda.perGbSecondArm64;
  const costs: [what: string, of: (sizes: Sizes) => number][] = [
    [
      `Lambda: ${rowMs.toFixed(2)} ms of CPU a row, ${MEMORY_GB.toFixed(2)} GB, $${gbSecond} a GB-second`,
      ({ rows }) => (rows * rowMs * MEMORY_GB * gbSecond) / 1000,
    ],
    [
      `reads: ${READS_OF_A_SLICE * BUCKETED} P² + ${READS_OF_A_SLICE * PASSES_OF_PARTS} P D, $0.0004 a thousand`,
      (sizes) => readsOf(sizes) * READ,
    ],
    [
      `waiting for them: ${WAIT_MS} ms each, ${READS_AT_ONCE} at once`,
      (sizes) => ((readsOf(sizes) * WAIT_MS) / READS_AT_ONCE / 1000) * MEMORY_GB * gbSecond,
    ],
    [
      `writes: ${WRITES_OF_A_PIECE} D + ${WRITES_OF_A_PART} P, $0.005 a thousand`,
      ({ pieces, parts }) => (WRITES_OF_A_PIECE * pieces + WRITES_OF_A_PART * parts) * WRITE,
    ],
    [
      `states: ${STATES_OF_A_TASK} (D + ${STAGES_OF_PARTS} P) and ${STATES_OF_STAGES} more, $0.025 a thousand`,
      ({ pieces, parts }) =>
        (STATES_OF_A_TASK * (pieces + STAGES_OF_PARTS * parts) + STATES_OF_STAGES) * STATE,
    ],
    [
      `scratch: ${Math.round(rowScratch)} bytes a row for 14 days, $0.023 a GB and month`,
      ({ rows }) => ((rows * rowScratch) / 1e9) * GB_MONTH * (HOURS_OF_SCRATCH / HOURS_OF_A_MONTH),
    ],
  ];
  const sizes = SIZES.map((rows): Sizes => {
    const text = rows * rowBytes;
    return { rows, pieces: Math.ceil(text / PIECE_BYTES), parts: partsFor(text, 0, PART_BYTES) };
  });
  return [
    { what: 'D, P', values: sizes.map(({ pieces, parts }) => `${pieces}, ${parts}`) },
    ...costs.map(([what, of]) => ({ what, values: sizes.map((size) => dollars(of(size))) })),
    {
      what: '**together**',
      values: sizes.map((size) => `**${dollars(costs.reduce((sum, [, of]) => sum + of(size), 0))}**`),
    },
  ];
}
