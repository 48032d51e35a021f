import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gathered } from '#shared/report-files/gathered.ts';

/** Writes a file that gets its name only when it is complete, so an interrupted command leaves no half of one. */
export async function writeWhole(file: string, body: Iterable<string>): Promise<void> {
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(part, gathered(body));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    // A disk that is full does not say for which file.
    (error as NodeJS.ErrnoException).path ??= file;
    throw error;
  }
}
