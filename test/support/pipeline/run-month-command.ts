import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { monthCommand } from '../../../tools/month/command.ts';

/** Exit code and output of a command, without its progress lines. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the month command in this process. */
export async function runMonthCommand(...args: string[]): Promise<CommandResult> {
  const [out, error]: [string[], string[]] = [[], []];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => out.push(line)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => error.push(line)),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  try {
    const code = await monthCommand(args);
    return { code, stdout: out.join('\n'), stderr: error.join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Runs the month command on files that exist only during the run.
 * @param args `@name` in them becomes the path of a file
 */
export async function runMonthOnFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
): Promise<{ code: number; text: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'month-here-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { code, stdout, stderr } = await runMonthCommand(
      ...args.map((arg) => arg.replaceAll('@', `${folder}/`)),
    );
    return { code, text: `${stdout}${stderr}`.replaceAll(`${folder}/`, '') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
