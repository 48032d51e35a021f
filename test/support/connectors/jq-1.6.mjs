/**
 * jq of the weeks before 1.6, compiled to JavaScript, as a command: `node jq-1.6.mjs [options] -f program < input`. A
 * process of its own, because it listens to the failures of the process that loads it. Its file system is its own, too.
 */
import { readFileSync } from 'node:fs';
import jq from '@pixiebrix/jq-web';

const options = process.argv.slice(2);
const [, program] = options.splice(options.indexOf('-f'), 2);
console.log(await jq.promised.raw(readFileSync(0, 'utf8'), readFileSync(program, 'utf8'), options));
