import { fileURLToPath } from 'node:url';
import { monthCommand } from './month/command.ts';

/** The month command on the shipped example. Its critical findings are what it is there to show, so they fail nothing. */
const settings = fileURLToPath(new URL('../examples/month.json', import.meta.url));
await monthCommand(['--settings', settings, ...process.argv.slice(2)]);
