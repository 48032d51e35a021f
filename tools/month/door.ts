import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { buildPage } from '#infra/page.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { DirectoryStore, writeWhole } from './directory-store.ts';

/** Where the steps of a month work. Plain data, for threads. */
export interface Places {
  /** Folder that the steps keep their objects in. */
  readonly scratch: string;
  /** Folder of the report; without one nothing is written. */
  readonly out: string | undefined;
}

const READ_BYTES = 1024 * 1024;

/** The steps' way to this machine's files. A source's place is its path. */
export const doorTo = ({ scratch, out = '' }: Places): Door => ({
  store: new DirectoryStore(scratch),
  open: ({ place }, range) =>
    // A stream's end is inclusive.
    createReadStream(place, {
      highWaterMark: READ_BYTES,
      ...(range && { start: range.start, end: range.end - 1 }),
    }),
  publish: (name, body) => writeWhole(join(out, name), body),
  page: buildPage,
});
