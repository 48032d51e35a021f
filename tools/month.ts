import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Terminals } from './month/month-thread.ts';
import { isPackaged } from './packaged.ts';

/** Not 1, which says that something critical was found. */
const NO_REPORT = 2;
/** Time for the thread to end before the process does; a read from a silent pipe cannot be ended at all. */
const GRACE_MS = 500;
const WATCH_MS = 100;

const args = process.argv.slice(2);
const terminalOf = ({ isTTY, columns }: NodeJS.WriteStream) => ({ isTTY, columns });
const workerData: Terminals = { stdout: terminalOf(process.stdout), stderr: terminalOf(process.stderr) };
// The command has a thread of its own, so that this one answers a signal whatever the command computes.
const code = new URL(`./month/month-thread.${isPackaged ? 'mjs' : 'ts'}`, import.meta.url);
const thread = new Worker(code, { argv: args, workerData });

let unfinished: string | undefined;
thread.on('message', (folder: string) => {
  unfinished = folder;
});
async function discard(): Promise<void> {
  const { discardUnfinished } = await import('./month/unfinished.ts');
  if (unfinished !== undefined) discardUnfinished(unfinished);
}

thread.on('error', async (error) => {
  process.exitCode = NO_REPORT;
  await discard();
  const { printFailure: tellFailure } = await import('./month/failure.ts');
  const { monthLanguage } = await import('./month/settings/command-line.ts');
  tellFailure(error, monthLanguage(args, process.env));
});
thread.on('exit', (code) => {
  process.exitCode ??= code;
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await Promise.race([thread.terminate(), wait(GRACE_MS)]);
    await discard();
    // Sent again, now without a listener: the shell sees what ended the command.
    process.kill(process.pid, signal);
  });

// npm sends its SIGTERM to the shell that it has started; a shell that passes it on to nobody is gone then.
const { ppid } = process;
const watchShell = (): void => {
  if (process.ppid !== ppid) process.kill(process.pid, 'SIGTERM');
};
if (process.env.npm_lifecycle_event !== undefined) setInterval(watchShell, WATCH_MS).unref();
