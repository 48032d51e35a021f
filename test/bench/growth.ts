import { reconcile } from '#shared/engine/reconcile.ts';
import { readerOf } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { leakyBooks } from '../support/engine/books.ts';

/** Records of one ledger; there are three of them. */
const SIZES = [100, 250, 500, 1000, 2500, 5000];
const read = readerOf(reconciliationInputSchema);
const NOW = '2026-11-22T00:00:00Z';

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Slope of a straight line through points, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

/** Power of the size with which the time grows: 1 is linear, 2 quadratic. Best of some rounds, after one to warm up. */
export function growthExponent(rounds: number): number {
  const points = SIZES.map((size) => {
    const body = JSON.stringify(leakyBooks(size, 10));
    const work = () => void reconcile(read(JSON.parse(body)), NOW);
    // Small bodies are repeated, or the clock's own grain would be measured.
    const repeats = Math.ceil(5000 / size);
    const round = () => cpuMs(() => Array.from({ length: repeats }, work)) / repeats;
    round();
    return [Math.log(size), Math.log(Math.min(...Array.from({ length: rounds }, round)))] as const;
  });
  return slope(points);
}
