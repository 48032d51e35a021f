import { monthCommand } from './month/command.ts';

/** A shell's own code for a command that was interrupted. */
const INTERRUPTED = 130;

// An exit takes what stands half-done with it: scratch files are removed, and no file has its name yet.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(INTERRUPTED));
process.exitCode = await monthCommand(process.argv.slice(2));
