import { fileURLToPath } from 'node:url';
import { monthCommand } from './month/command.ts';

/** The month command on the shipped example. It exists to show critical findings, so they do not fail it. */
const settings = fileURLToPath(new URL('../examples/month.json', import.meta.url));
await monthCommand(['--settings', settings, ...process.argv.slice(2)]);
