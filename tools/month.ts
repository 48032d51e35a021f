import { monthCommand } from './month/command.ts';

/** A shell's own code for a command that was interrupted. */
const INTERRUPTED = 130;

// An exit leaves nothing half-done: scratch files are removed, and unfinished files have no name yet.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(INTERRUPTED));
process.exitCode = await monthCommand(process.argv.slice(2));
