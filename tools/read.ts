import { MINUTE_MS } from '#shared/instant.ts';
import { textIn } from '#shared/sentence.ts';
import { detectLanguage } from './arguments.ts';
import { Problem } from './problem.ts';
import { POLITENESS } from './read/gateway-client.ts';
import { readOptions } from './read/options.ts';
import { type ReadProgress, readExport } from './read/read-export.ts';
import { READ_USAGE } from './read/usage.ts';
import { words } from './read/words.ts';
import { withOptionName } from './system-error.ts';

const EXIT_MISTAKE = 2;

const args = process.argv.slice(2);
const language = detectLanguage(args, process.env);

/** Whether the number of rows is shown in a line that changes. In a pipe, only full lines are printed. */
const isTerminal = process.stderr.isTTY === true;
const NEW_LINE = '\r\u001b[2K';
const progress: ReadProgress = {
  say: (sentence) => process.stderr.write(`${isTerminal ? NEW_LINE : ''}${textIn(sentence, language)}\n`),
  rows: (name, count) => {
    if (isTerminal) process.stderr.write(NEW_LINE + textIn(words.rowsSoFar(name, count), language));
  },
};

try {
  const options = readOptions(args, process.env, Date.now());
  if (options === undefined) console.log(textIn(READ_USAGE, language));
  else {
    const { out } = options;
    const politeness = { ...POLITENESS, intervalMs: MINUTE_MS / options.rate };
    const rows = await withOptionName('out', () => readExport(options, progress, politeness));
    console.log(textIn(words.done(rows, `${out.replace(/\/$/, '')}/month.json`), language));
  }
} catch (error) {
  const lines = error instanceof Problem ? error.sentences.map((sentence) => textIn(sentence, language)) : [];
  process.exitCode = EXIT_MISTAKE;
  console.error(lines.length === 0 ? error : `${lines.join('\n')}\n\n${textIn(words.help, language)}`);
}
