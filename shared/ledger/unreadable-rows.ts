import { Rejection } from '../rejections.ts';
import { keys } from './keys.ts';
import { rejectedLines } from './part-rows.ts';
import type { Run } from './run.ts';
import type { Source } from './source.ts';
import { readJson, type Store } from './store/store.ts';

/** Reasons that a refusal quotes; they are often all the same. */
const REASONS_SHOWN = 3;

/** Every row that cannot be read, with its file and the reason. */
export async function* unreadableRows(store: Store, sources: number) {
  const list = await readJson<Source[]>(store, keys.sources);
  for await (const { source, row, reason } of rejectedLines(store, sources))
    yield { file: list[source]?.place ?? '', row, reason };
}

/**
 * A few rows that cannot be read are listed beside the report. With more, it would be the report of other books.
 * @throws Rejection with the first reasons
 */
export async function refuseTooManyUnreadable(run: Run, store: Store): Promise<void> {
  const { rejected, rows, sources, settings } = run;
  if (rejected <= settings.rejectedShareMax * rows) return;
  const reasons: string[] = [];
  for await (const { file, row, reason } of unreadableRows(store, sources)) {
    reasons.push(`${file}, row ${row}: ${reason}`);
    if (reasons.length === REASONS_SHOWN) break;
  }
  throw new Rejection(
    'invalid_request',
    `${rejected} of ${rows} rows cannot be read; at most a share of ${settings.rejectedShareMax} may be. A table whose columns are not recognized needs a mapping (docs/mapping.md).`,
    reasons,
  );
}
