import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';

/** Name of the file in a report's folder that lists the files of the report, each with its SHA-256. */
export const FILE_LIST = '.report-files.json';
const listSchema = v.record(v.string(), v.string());

/** Reads the list of a report's folder. Returns undefined if there is none, or an invalid one. */
export function readFileList(folder: string): Map<string, string> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, FILE_LIST), 'utf8'));
    return new Map(Object.entries(v.parse(listSchema, content)));
  } catch {
    return undefined;
  }
}

/** Matches the hidden folder in which a run writes its report: the report's name, then the id of the process. */
const UNFINISHED = /^\.(?<report>.+)\.(?<pid>\d+)-[\da-f]{8}$/;

/** Returns a new path for an unfinished report. */
export const createUnfinishedPath = (above: string, report: string): string =>
  join(above, `.${report}.${process.pid}-${randomUUID().slice(0, 8)}`);

/** Returns the path to which the earlier report is moved while the finished one replaces it. */
export const buildSetAsidePath = (unfinished: string): string => `${unfinished}.before`;

/** Removes the unfinished report of a run that was ended, and restores the earlier report that it was replacing. */
export function discardUnfinished(unfinished: string): void {
  const { report = '' } = UNFINISHED.exec(basename(unfinished))?.groups ?? {};
  const folder = join(dirname(unfinished), report);
  const earlier = buildSetAsidePath(unfinished);
  if (existsSync(unfinished) && existsSync(earlier) && !existsSync(folder)) {
    const written = readFileList(unfinished);
    for (const name of readdirSync(unfinished))
      if (name !== FILE_LIST && !written?.has(name)) renameSync(join(unfinished, name), join(earlier, name));
    renameSync(earlier, folder);
  }
  // Delete the earlier report if the finished one has replaced it, with the files that the user had added.
  else if (!existsSync(unfinished)) rmSync(earlier, { recursive: true, force: true });
  rmSync(unfinished, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Discards unfinished reports of this name whose process no longer runs. */
export function discardLeftovers(above: string, report: string): void {
  for (const name of readdirSync(above)) {
    const unfinished = name.replace(/\.before$/, '');
    const { groups } = UNFINISHED.exec(unfinished) ?? {};
    if (groups?.report === report && !isRunning(Number(groups.pid)))
      discardUnfinished(join(above, unfinished));
  }
}
