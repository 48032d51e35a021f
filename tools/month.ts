import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Terminals } from './month/month-thread.ts';
import { isPackaged } from './packaged.ts';

/** Exit code without a report. Exit code 1 means a critical finding. */
const NO_REPORT = 2;
/** Longest wait for the thread to end. A thread that reads from an idle pipe never ends. */
const GRACE_MS = 500;
const WATCH_MS = 100;

const args = process.argv.slice(2);
const terminalOf = ({ isTTY, columns }: NodeJS.WriteStream) => ({ isTTY, columns });
const workerData: Terminals = { stdout: terminalOf(process.stdout), stderr: terminalOf(process.stderr) };
// Run the command in a separate thread, so that this one can handle signals at any time.
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
  const { printFailure } = await import('./month/failure.ts');
  const { detectLanguage } = await import('./arguments.ts');
  printFailure(error, detectLanguage(args, process.env));
});
thread.on('exit', (code) => {
  process.exitCode ??= code;
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await Promise.race([thread.terminate(), wait(GRACE_MS)]);
    await discard();
    // Send the signal again, now without a listener, so that the shell sees which signal ended the command.
    process.kill(process.pid, signal);
  });

// npm sends SIGTERM to the shell that it started, and some shells end without passing it on: watch the parent.
const { ppid } = process;
const watchShell = (): void => {
  if (process.ppid !== ppid) process.kill(process.pid, 'SIGTERM');
};
if (process.env.npm_lifecycle_event !== undefined) setInterval(watchShell, WATCH_MS).unref();
