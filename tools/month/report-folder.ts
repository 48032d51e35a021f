import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { joinFirst, type Sentence, withPrefix } from '#shared/sentence.ts';
import { fileSha256 } from '../file-sha256.ts';
import { Problem } from '../problem.ts';
import { describeSystemError, withOptionName } from '../system-error.ts';
import {
  buildSetAsidePath,
  createUnfinishedPath,
  discardLeftovers,
  discardUnfinished,
  FILE_LIST,
  readFileList,
} from './unfinished.ts';

/** Writes the list of all files of a folder with their hashes. */
async function writeFileList(folder: string): Promise<void> {
  const hashes = readdirSync(folder).map(
    async (name) => [name, await fileSha256(join(folder, name))] as const,
  );
  const list = Object.fromEntries(await Promise.all(hashes));
  writeFileSync(join(folder, FILE_LIST), `${JSON.stringify(list, null, 2)}\n`);
}

/** Finds files of a folder that its list does not contain, or that were changed since they were listed. */
async function findForeignFiles(folder: string): Promise<{ isListed: boolean; foreign: string[] }> {
  const list = readFileList(folder);
  const foreign: string[] = [];
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const isOurs =
      list !== undefined &&
      (name === FILE_LIST ||
        (list.has(name) && lstatSync(file).isFile() && list.get(name) === (await fileSha256(file))));
    if (!isOurs) foreign.push(name);
  }
  return { isListed: list !== undefined, foreign };
}

/** Most names that a refusal lists. */
const NAMES_SHOWN = 3;

const refuse = (sentence: Sentence): never => {
  throw new Problem(withPrefix('--out', sentence));
};

/** Returns the real path of the output folder. Refuses a file, a mount point and a folder with an input file. */
function resolveFolder(out: string, inputs: readonly string[]): string {
  if (out.trim() === '')
    refuse({
      en: 'no output folder was given. Add one, for example --out report.',
      zh: '没有指定文件夹。请指定一个，例如 --out report。',
    });
  if (lstatSync(out, { throwIfNoEntry: false }) === undefined) return resolve(out);
  if (!statSync(out, { throwIfNoEntry: false })?.isDirectory())
    refuse({
      en: `${out} is a file. Choose a folder, for example --out report.`,
      zh: `${out} 是文件。请指定文件夹，例如 --out report。`,
    });
  const folder = realpathSync(out);
  const input = inputs.find((path) => join(realpathSync(path), sep).startsWith(join(folder, sep)));
  if (input !== undefined)
    refuse({
      en: `the folder ${out} contains ${input}, which this run reads. Choose another folder, for example --out report.`,
      zh: `文件夹 ${out} 中有本次要读取的 ${input}。请指定其他文件夹，例如 --out report。`,
    });
  if (statSync(dirname(folder)).dev !== statSync(folder).dev)
    refuse({
      en: `${out} is a mount point and cannot be replaced. Choose a folder in it, for example --out ${join(out, 'report')}.`,
      zh: `${out} 是磁盘的挂载点，无法替换。请指定其中的文件夹，例如 --out ${join(out, 'report')}。`,
    });
  return folder;
}

/**
 * Finds files of the output folder that no run has written. They are kept when a new report replaces the folder. Throws
 * a Problem if the report would overwrite such a file, or if the folder contains files but no report.
 */
async function findFilesToKeep(folder: string, reportNames: readonly string[]): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const { isListed, foreign } = await findForeignFiles(folder);
  const foreignNames = foreign.filter((name) =>
    isListed ? reportNames.includes(name) : !name.startsWith('.'),
  );
  if (foreignNames.length === 0) return foreign;
  const names = joinFirst(foreignNames, NAMES_SHOWN);
  return refuse({
    en: `the folder ${folder} contains files that this command did not write, or that have been changed since: ${names}. Move them elsewhere, or choose a folder that does not exist yet, for example --out report-2026-10.`,
    zh: `文件夹 ${folder} 中有不是本命令写入的文件，或写入后被改动的文件：${names}。请移走，或指定一个尚不存在的文件夹，例如 --out report-2026-10。`,
  });
}

/** Finds the nearest existing parent. A folder created there is on the same disk, so it can be renamed in one step. */
function findExistingParent(folder: string): string {
  const above = dirname(folder);
  return existsSync(above) || above === folder ? above : findExistingParent(above);
}

/** Renames all files and folders in order, or none: undoes earlier moves if one fails. */
function moveAll(moves: readonly (readonly [from: string, to: string])[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const [from, to] of moves) {
      renameSync(from, to);
      undo.unshift(() => renameSync(to, from));
    }
  } catch (error) {
    for (const back of undo) back();
    throw error;
  }
}

/** Replaces the output folder by the finished one. Keeps foreign files, and deletes the earlier report. */
async function replaceFolder(finished: string, folder: string, names: readonly string[]): Promise<void> {
  await writeFileList(finished);
  const foreign = await findFilesToKeep(folder, names);
  const before = buildSetAsidePath(finished);
  mkdirSync(dirname(folder), { recursive: true });
  moveAll([
    ...(existsSync(folder) ? [[folder, before] as const] : []),
    ...foreign.map((name) => [join(before, name), join(finished, name)] as const),
    [finished, folder],
  ]);
  rmSync(before, { recursive: true, force: true });
}

const reportIsIn = (folder: string): Sentence => ({
  en: `The new report is complete. It is in ${folder}.`,
  zh: `新报告已完整写入 ${folder}。`,
});

async function reserveFolder(out: string, inputs: readonly string[], names: readonly string[]) {
  const folder = resolveFolder(out, inputs);
  const above = findExistingParent(folder);
  discardLeftovers(above, basename(folder));
  await findFilesToKeep(folder, names);
  const unfinished = createUnfinishedPath(above, basename(folder));
  try {
    mkdirSync(unfinished);
  } catch (error) {
    const reason = describeSystemError(error);
    if (reason === undefined) throw error;
    refuse({
      en: `${out} cannot be created in ${above}: ${reason.en}. Choose a folder that you can write to, for example --out report.`,
      zh: `无法在 ${above} 中写入 ${out}：${reason.zh}。请指定一个可写的位置，例如 --out report。`,
    });
  }
  return { folder, unfinished };
}

/**
 * Writes an output folder completely or not at all: `write` fills a hidden folder next to it, which then replaces the
 * output folder. If anything fails before, the output folder stays as it was. Files of the user in it are kept.
 * @param inputs paths of the input files, which must not be in the output folder
 * @param names names of all files that `write` may write
 * @throws Problem before `write` is called, if the folder cannot be written or files of the user would be lost
 */
export async function writeFolder<T>(
  out: string,
  inputs: readonly string[],
  names: readonly string[],
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const { folder, unfinished } = await withOptionName('out', () => reserveFolder(out, inputs, names));
  let result: T;
  try {
    result = await write(unfinished);
  } catch (error) {
    discardUnfinished(unfinished);
    throw error;
  }
  // If replacing fails, keep the report under a visible name, which the next run does not discard.
  const spare = join(dirname(unfinished), basename(unfinished).slice(1));
  const replace = () =>
    replaceFolder(unfinished, folder, names).catch((error: unknown) => {
      renameSync(unfinished, spare);
      throw error;
    });
  await withOptionName('out', replace, [reportIsIn(spare)]);
  return result;
}
