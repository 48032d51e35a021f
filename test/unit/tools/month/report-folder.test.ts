import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFolder } from '#tools/month/report-folder.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const { at, path: root, put } = new TestFolder();
const NAMES = ['report.json', 'rejected.csv'];
/** Contents of the files in a folder, without hidden files. */
const listFiles = (...names: string[]) =>
  Object.fromEntries(
    readdirSync(at(...names))
      .filter((name) => !name.startsWith('.'))
      .map((name) => [name, readFileSync(at(...names, name), 'utf8')]),
  );

/** Writes files as a run does. */
const report = (out: string, files: Record<string, string>, inputs: string[] = []) =>
  writeFolder(out, inputs, NAMES, async (folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  });
const refused = async (out: string, inputs: string[] = []): Promise<string> => {
  const work = writeFolder(out, inputs, NAMES, () => {
    throw new Error('work was begun');
  });
  return work.then(
    () => 'nothing',
    (error: Error) => error.message,
  );
};

describe('a report folder is replaced as a whole', () => {
  test('also if it and its parents do not exist yet', async () => {
    await report(at('reports', '2026', 'october'), { 'report.json': 'new' });
    expect(listFiles('reports', '2026', 'october')).toEqual({ 'report.json': 'new' });
    expect(readdirSync(root)).toEqual(['reports']);
  });

  test('and nothing of the earlier report is left', async () => {
    await report(at('report'), { 'report.json': 'old', 'rejected.csv': 'old' });
    await report(at('report'), { 'report.json': 'new' });
    expect(listFiles('report')).toEqual({ 'report.json': 'new' });
    expect(readdirSync(root)).toEqual(['report']);
  });

  test('and files that somebody added are kept', async () => {
    await report(at('report'), { 'report.json': 'old' });
    put('report/notes/october.txt', 'mine');
    put('report/notes.txt', 'mine');
    await report(at('report'), { 'report.json': 'new' });
    rmSync(at('report', 'notes'), { recursive: true });
    expect(listFiles('report')).toEqual({ 'report.json': 'new', 'notes.txt': 'mine' });
  });

  test('and a link is followed', async () => {
    mkdirSync(at('disk'));
    symlinkSync(at('disk'), at('report'));
    await report(at('report'), { 'report.json': 'new' });
    expect(listFiles('disk')).toEqual({ 'report.json': 'new' });
  });

  test('or not at all: a failure leaves the earlier report and no other files', async () => {
    await report(at('report'), { 'report.json': 'old', 'rejected.csv': 'old' });
    const failing = writeFolder(at('report'), [], NAMES, async (folder) => {
      writeFileSync(join(folder, 'report.json'), 'half');
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(listFiles('report')).toEqual({ 'report.json': 'old', 'rejected.csv': 'old' });
    expect(readdirSync(root)).toEqual(['report']);
  });

  test('and the new report is kept beside it if its place is lost meanwhile', async () => {
    const late = writeFolder(at('report'), [], NAMES, async (folder) => {
      writeFileSync(join(folder, 'report.json'), 'new');
      put('report/report.json', 'mine');
    });
    const message = await late.then(String, (error: Error) => error.message);
    expect(message).toMatch(
      /contains files that this command did not write.*\nThe new report is complete\. It is in /,
    );
    expect(listFiles('report')).toEqual({ 'report.json': 'mine' });
    const [, spare = ''] = readdirSync(root);
    expect(message).toContain(at(spare));
    expect(listFiles(spare)).toEqual({ 'report.json': 'new' });
    rmSync(at('report'), { recursive: true });
    await report(at('report'), { 'report.json': 'newer' });
    expect(listFiles(spare)).toEqual({ 'report.json': 'new' });
  });
});

describe('files left by a killed run', () => {
  const GONE = 2 ** 22 + 1;
  const left = `.report.${GONE}-0123abcd`;

  test('are removed by the next run, except those of a running one', async () => {
    put(`${left}/report.json`, 'half');
    put(`.report.${process.ppid}-0123abcd/report.json`, 'half');
    put(`.report-2.${GONE}-0123abcd/report.json`, 'half');
    await report(at('report'), { 'report.json': 'new' });
    expect(readdirSync(root)).toEqual([
      `.report-2.${GONE}-0123abcd`,
      `.report.${process.ppid}-0123abcd`,
      'report',
    ]);
  });

  test('are removed if the new report was in place', async () => {
    await report(at('report'), { 'report.json': 'new' });
    put(`${left}.before/report.json`, 'old');
    await refused(at('report'));
    expect(readdirSync(root)).toEqual(['report']);
    expect(listFiles('report')).toEqual({ 'report.json': 'new' });
  });

  test('are undone if the earlier report was moved away, with the files that somebody added', async () => {
    await report(at('report'), { 'report.json': 'old' });
    put('report/notes.txt', 'mine');
    put('report/more.txt', 'mine');
    await report(at('other'), { 'report.json': 'new' });
    renameSync(at('report'), at(`${left}.before`));
    renameSync(at('other'), at(left));
    renameSync(at(`${left}.before`, 'notes.txt'), at(left, 'notes.txt'));
    await refused(at('report'));
    expect(readdirSync(root)).toEqual(['report']);
    expect(listFiles('report')).toEqual({ 'report.json': 'old', 'notes.txt': 'mine', 'more.txt': 'mine' });
  });
});

describe('refused before any work:', () => {
  test.each(['', ' '])('an empty name: "%s"', async (out) =>
    expect(await refused(out)).toMatch(/^--out: no output folder was given/),
  );

  test('a file', async () => {
    put('notes.txt', 'mine');
    expect(await refused(at('notes.txt'))).toMatch(
      /notes\.txt is a file\. Choose a folder, for example --out report/,
    );
    expect(await refused(at('notes.txt', 'report'))).toMatch(/^--out: .*\(ENOTDIR\)/);
    symlinkSync(at('nowhere'), at('link'));
    expect(await refused(at('link'))).toMatch(/link is a file/);
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine');
  });

  test('a folder that the command did not write, whatever it contains', async () => {
    put('folder/rejected.csv', 'mine');
    put('folder/photo.jpg', 'mine');
    expect(await refused(at('folder'))).toMatch(
      /folder contains files that this command did not write.*: photo\.jpg, rejected\.csv\./,
    );
    expect(listFiles('folder')).toEqual({ 'rejected.csv': 'mine', 'photo.jpg': 'mine' });
  });

  test('a file among those of a report that no run wrote, or that was changed since', async () => {
    await report(at('report'), { 'report.json': 'old' });
    put('report/rejected.csv', 'mine');
    expect(await refused(at('report'))).toMatch(/: rejected\.csv\. Move them elsewhere/);
    rmSync(at('report', 'rejected.csv'));
    put('report/report.json', 'old, with notes');
    expect(await refused(at('report'))).toMatch(/changed since: report\.json\./);
    expect(listFiles('report')).toEqual({ 'report.json': 'old, with notes' });
  });

  test('a folder that contains the input, or its parent', async () => {
    await report(at('a', 'report'), { 'report.json': 'old' });
    for (const out of [at('a', 'report'), at('a'), root])
      expect(await refused(out, [at('a', 'report', 'report.json')])).toMatch(
        /report\.json, which this run reads/,
      );
    expect(listFiles('a', 'report')).toEqual({ 'report.json': 'old' });
  });

  test.skipIf(!existsSync('/proc/self'))('a place that is not writable', async () => {
    expect(await refused('/proc/nope')).toMatch(
      /^--out: \/proc\/nope cannot be created in \/proc: .* for example --out report/,
    );
  });

  test('a list of files outside the folder removes none of them', async () => {
    put('mine.txt', 'mine');
    put('report/.report-files.json', JSON.stringify({ '../mine.txt': '0', 'x.txt': 5 }));
    await report(at('report'), { 'report.json': 'new' });
    expect(listFiles('report')).toEqual({ 'report.json': 'new' });
    expect(readFileSync(at('mine.txt'), 'utf8')).toBe('mine');
  });
});
