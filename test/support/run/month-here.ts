import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { monthCommand } from '../../../tools/month/command.ts';

/** What a person sees of a run, without its progress. */
export interface Told {
  readonly code: number;
  readonly text: string;
}

/**
 * The month command in this process, on files that are there for the time of the run.
 * @param args of which `@name` is the path of a file
 */
export async function monthHere(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'month-here-'));
  const lines: string[] = [];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => lines.push(line)),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const code = await monthCommand(args.map((arg) => arg.replaceAll('@', `${folder}/`)));
    return { code, text: lines.join('\n').replaceAll(`${folder}/`, '') };
  } finally {
    for (const spy of spies) spy.mockRestore();
    rmSync(folder, { recursive: true });
  }
}
