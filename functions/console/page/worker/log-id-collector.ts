import type { ReadRow } from '#shared/files/source-file.ts';
import { IdColumn, type LogIds } from '#shared/pipeline/columns/ids.ts';

const toId = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Collects the request ids in a log: those of the gateway (`request_id`) in `own`, those of its upstream in `upstream`.
 */
export class LogIdCollector implements LogIds {
  readonly own = new IdColumn();
  readonly upstream = new IdColumn();

  /** Adds the ids of log rows. A row without an id gets an empty id. */
  add(rows: readonly ReadRow[]): void {
    for (const { native } of rows) {
      this.own.add(toId(native.request_id));
      this.upstream.add(toId(native.upstream_request_id));
    }
  }
}
