import { type FilePart, splitPoints } from '../../files/read-file.ts';
import { keys } from '../keys.ts';
import type { Source } from '../source.ts';
import { stage } from '../stage.ts';
import { readJson } from '../store/store.ts';

/** Where a source can be read from: `undefined` of one that can only be read from its beginning. */
export interface SplitFacts {
  readonly source: number;
  readonly pieces?: readonly FilePart[];
}

/** Finds the places between two rows where a large source can be cut for several readers. */
export const split = stage({
  id: 'split',
  title: 'cutting large files',
  async plan(run, _before, { store }) {
    const { pieceBytes = Number.POSITIVE_INFINITY } = run.settings;
    const sources = await readJson<Source[]>(store, keys.sources);
    return { run, tasks: sources.filter(({ bytes }) => bytes > pieceBytes) };
  },
  async work(source: Source, { settings }, { open }): Promise<SplitFacts> {
    const file = { name: source.name, bytes: open(source) };
    const pieces = await splitPoints(file, settings.pieceBytes ?? Number.POSITIVE_INFINITY);
    return { source: source.source, ...(pieces && { pieces }) };
  },
});
