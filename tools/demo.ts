import { fileURLToPath } from 'node:url';
import { monthCommand } from './month/command.ts';

/** Exit codes of a successful demo: critical findings (1), or incomplete input (3). Only 2 (no report) is a failure. */
const EXPECTED_EXIT_CODES: readonly number[] = [1, 3];

/** Settings of the example. The demo runs the month command with them. */
const settings = fileURLToPath(new URL('../examples/month.json', import.meta.url));
const code = await monthCommand(['--settings', settings, ...process.argv.slice(2)]);
process.exitCode = EXPECTED_EXIT_CODES.includes(code) ? 0 : code;
