import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';

/** Stands in a report's folder and names the files that a run has written there, each with its sha256. */
export const FILE_LIST = '.report-files.json';
const listSchema = v.record(v.string(), v.string());

/** Reads the list of a folder; `undefined` if it has none. */
export function readFileList(folder: string): Map<string, string> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, FILE_LIST), 'utf8'));
    return new Map(Object.entries(v.parse(listSchema, content)));
  } catch {
    return undefined;
  }
}

/** Names of the folders that runs write: hidden, beside the report, with the process that writes. */
const UNFINISHED = /^\.(?<report>.+)\.(?<pid>\d+)-[\da-f]{8}$/;

/** Returns a new path for an unfinished report. */
export const unfinishedPath = (above: string, report: string): string =>
  join(above, `.${report}.${process.pid}-${randomUUID().slice(0, 8)}`);

/** Returns where the earlier report is while the finished one takes its place. */
export const setAsidePath = (unfinished: string): string => `${unfinished}.before`;

/**
 * Removes the unfinished report of a run that was ended. Where the run was about to replace an earlier report, that
 * one is put back, with the files that its user had added.
 */
export function discardUnfinished(unfinished: string): void {
  const { report = '' } = UNFINISHED.exec(basename(unfinished))?.groups ?? {};
  const folder = join(dirname(unfinished), report);
  const earlier = setAsidePath(unfinished);
  if (existsSync(unfinished) && existsSync(earlier) && !existsSync(folder)) {
    const written = readFileList(unfinished);
    for (const name of readdirSync(unfinished))
      if (name !== FILE_LIST && !written?.has(name)) renameSync(join(unfinished, name), join(earlier, name));
    renameSync(earlier, folder);
  }
  // With the finished report in its place, all that a user had added is there.
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

/** Discards what runs have left that were killed while they wrote a report of this name. */
export function discardLeftovers(above: string, report: string): void {
  for (const name of readdirSync(above)) {
    const unfinished = name.replace(/\.before$/, '');
    const { groups } = UNFINISHED.exec(unfinished) ?? {};
    if (groups?.report === report && !isRunning(Number(groups.pid)))
      discardUnfinished(join(above, unfinished));
  }
}
