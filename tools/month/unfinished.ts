import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';

/** Name of the file in a report's folder that lists the files of the report, each with its SHA-256. */
export const FILE_LIST = '.report-files.json';
const listSchema = v.record(v.string(), v.string());

/**
 * Reads the list of the files that a run has written into a folder: the SHA-256 of each file by its name. Returns
 * undefined if the folder has no list, or an invalid one.
 */
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

/** Returns a new path for the folder of an unfinished report: hidden, in the folder that contains the report's. */
export const createUnfinishedPath = (parent: string, report: string): string =>
  join(parent, `.${report}.${process.pid}-${randomUUID().slice(0, 8)}`);

/** Returns the path to which a run moves the earlier report before it moves the unfinished one into its place. */
export const buildSetAsidePath = (unfinished: string): string => `${unfinished}.before`;

/**
 * Deletes the folder of an unfinished report after its run was ended. Restores the earlier report, and files of the
 * user in its folder, if the run had already moved them.
 */
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
  // If the unfinished folder is gone, it has become the report, and contains the files that the user had added.
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

/**
 * Removes the folders that killed runs of a report left in the folder `parent`, and restores an earlier report that
 * such a run had moved away (`discardUnfinished`). Leaves the folders of running processes.
 */
export function discardLeftovers(parent: string, report: string): void {
  for (const name of readdirSync(parent)) {
    const unfinished = name.replace(/\.before$/, '');
    const { groups } = UNFINISHED.exec(unfinished) ?? {};
    if (groups?.report === report && !isRunning(Number(groups.pid)))
      discardUnfinished(join(parent, unfinished));
  }
}
