import { fileURLToPath } from 'node:url';
import { monthCommand } from './month/command.ts';

/** What a demo is for: critical findings (1), in books that lack something (3). Only no report at all (2) fails it. */
const EXPECTED_EXIT_CODES: readonly number[] = [1, 3];

/** The month command on the shipped example. */
const settings = fileURLToPath(new URL('../examples/month.json', import.meta.url));
const code = await monthCommand(['--settings', settings, ...process.argv.slice(2)]);
process.exitCode = EXPECTED_EXIT_CODES.includes(code) ? 0 : code;
