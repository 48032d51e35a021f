import { monthCommand } from './month/command.ts';
import { tellFailure } from './month/failure.ts';
import { monthLanguage } from './month/settings/command-line.ts';

/** A shell's own code for a command that was interrupted. */
const INTERRUPTED = 130;
/** Not 1, which says that something critical was found. */
const NO_REPORT = 2;

const args = process.argv.slice(2);
// An exit leaves nothing half-done: scratch files are removed, and an unfinished report has no name yet.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(INTERRUPTED));
process.once('uncaughtException', (error) => {
  tellFailure(error, monthLanguage(args, process.env));
  process.exit(NO_REPORT);
});
process.exitCode = await monthCommand(args);
