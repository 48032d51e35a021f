import { makeTextFile, runToReportSource, SETTINGS } from '../pipeline/run-in-memory.ts';
import type { Shape } from './shapes.ts';

const FIELDS = {
  logs: 'logs',
  downstreamUsage: 'logs',
  upstreamCharges: 'upstreamCharges',
  payments: 'payments',
} as const;

/** Runs a month on files with the rows of a body. */
export async function runInFiles(
  body: Readonly<Record<string, unknown>>,
  files: NonNullable<Shape['files']>,
): Promise<void> {
  const all = Object.entries(FIELDS).flatMap(([list, field]) => {
    const rows = (body[list] ?? []) as readonly unknown[];
    const parts = Object.values(Object.groupBy(rows.keys(), (n) => (files === 'two' ? n % 2 : n)));
    return parts.map((part = []) =>
      makeTextFile(
        field,
        part.map((n) => rows[n]),
      ),
    );
  });
  await runToReportSource(all, SETTINGS);
}
