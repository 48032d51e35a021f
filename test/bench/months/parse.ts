import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NEWLINE = 10;

/** The floor of a month: reads its files, splits them into lines, parses each, and the snapshot in its `other`. */
export function parseMonth(folder: string): void {
  for (const ledger of ['logs', 'upstream'])
    for (const file of readdirSync(join(folder, ledger))) {
      const bytes = readFileSync(join(folder, ledger, file));
      for (let at = 0, end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
        const { other } = JSON.parse(bytes.toString('utf8', at, end)) as { readonly other: string };
        JSON.parse(other);
        at = end + 1;
      }
    }
}
