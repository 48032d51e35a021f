import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** Properties of the terminal that the standard streams of a thread lack. */
export type Terminals = Readonly<
  Record<'stdout' | 'stderr', Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>>
>;

module.enableCompileCache();
const { stdout, stderr } = workerData as Terminals;
Object.assign(process.stdout, stdout);
Object.assign(process.stderr, stderr);
const { monthCommand } = await import('./command.ts');
process.exitCode = await monthCommand(process.argv.slice(2), (unfinished) =>
  parentPort?.postMessage(unfinished),
);
