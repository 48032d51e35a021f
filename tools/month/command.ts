import { styleText } from 'node:util';
import { escapeInvisible, escapeInvisibleInJson } from '#shared/escape-control-characters.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { findIncompleteGap, hasCertainCritical } from '#shared/report/answer/gaps/find-gaps.ts';
import type { Gap } from '#shared/report/answer/gaps/gap.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';
import { listFileNames } from '#shared/report/files/report-files.ts';
import { textIn } from '#shared/sentence.ts';
import { detectLanguage } from '../arguments.ts';
import { formatFirstLines } from '../print/answer-lines.ts';
import { measureLineWidth, type Paint } from '../print/screen.ts';
import { formatReport } from '../print-report.ts';
import { printFailure } from './failure.ts';
import { listInputs, parseS3Url } from './inputs.ts';
import { createProgress } from './progress.ts';
import { writeFolder } from './report-folder.ts';
import { type MonthResult, runMonth } from './run-month.ts';
import { type MonthSettings, readMonthSettings } from './settings/settings.ts';
import { MONTH_USAGE } from './settings/usage.ts';
import { describeColumns } from './show-columns.ts';
import { describePrices } from './show-prices.ts';
import { findSources } from './sources.ts';

/** Exit codes, for cron and CI. */
const EXIT = { fine: 0, critical: 1, noReport: 2, incomplete: 3 } as const;

const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

function print(result: MonthResult, settings: MonthSettings): void {
  const { report, files } = result;
  const { json, quiet, out, language = DEFAULT_LANGUAGE, missingPayments } = settings;
  const screen = { paint, language, columns: measureLineWidth(process.stdout) };
  if (json) console.log(escapeInvisibleInJson(JSON.stringify(report.summary, null, 2)));
  else if (quiet) console.log(formatFirstLines(result, screen).join('\n'));
  else {
    console.log(formatReport(result, screen).join('\n'));
    if (missingPayments) console.log(`\n${escapeInvisible(textIn(missingPayments, language))}`);
    if (out !== undefined) console.log(`\n${escapeInvisible(out)}: ${files.join(', ')}`);
  }
}

/** Prints the gap in the data that is the reason for the exit code 3, as the last line. */
function printIncomplete(gap: Gap, currency: string, { language = DEFAULT_LANGUAGE }: MonthSettings): void {
  const reason = answerWords[language].gap(gap, currency);
  const line = {
    en: `Exit code ${EXIT.incomplete}: the data is incomplete. ${reason}`,
    zh: `退出码 ${EXIT.incomplete}：数据不完整。${reason}`,
  };
  console.log(`\n${escapeInvisible(line[language])}`);
}

async function runSettings(settings: MonthSettings, onUnfinished?: OnUnfinished): Promise<number> {
  const show = settings.showColumns ? describeColumns : settings.showPrices ? describePrices : undefined;
  if (show !== undefined) {
    console.log((await show(settings)).join('\n'));
    return EXIT.fine;
  }
  const result = await runAndWrite(settings, onUnfinished);
  print(result, settings);
  if (hasCertainCritical(result.report)) return EXIT.critical;
  const gap = findIncompleteGap(result.report);
  if (gap === undefined) return EXIT.fine;
  if (!settings.json && !settings.quiet) printIncomplete(gap, result.report.currency, settings);
  return EXIT.incomplete;
}

/** Called with the unfinished folder of the run, which must be discarded if the run is ended. */
type OnUnfinished = (folder: string) => void;

/** Reconciles the month, and writes the report to the folder or bucket of the settings, if they have one. */
const runAndWrite = async (settings: MonthSettings, onUnfinished?: OnUnfinished): Promise<MonthResult> => {
  const run = (out: string | undefined) =>
    runMonth(
      { ...settings, out },
      new Date().toISOString(),
      createProgress(process.stderr, settings.quiet || settings.json, settings.language ?? DEFAULT_LANGUAGE),
    );
  const { out, channels } = settings;
  if (out === undefined || parseS3Url(out) !== undefined) return run(out);
  // Do not read the mappings here: a mapping may be a pipe, which can be read only once, by the run.
  const sources = await findSources({ ...settings, mapping: new Map() });
  const inputs = [...sources.map(({ location }) => location), ...(await listInputs('channels', channels))];
  const paths = inputs.filter((path) => parseS3Url(path) === undefined);
  return writeFolder(out, paths, listFileNames(true), (unfinished) => {
    onUnfinished?.(unfinished);
    return run(unfinished);
  });
};

/**
 * Runs the month command: reads the input files, prints the report or why there is none, and writes its files. Returns
 * the exit code: 0 without critical findings, 1 with some, 2 without a report, 3 without critical findings in
 * incomplete input.
 * @param onUnfinished called with the folder in which the report is being written, to discard it if the command is
 * ended
 */
export async function monthCommand(args: readonly string[], onUnfinished?: OnUnfinished): Promise<number> {
  let language = detectLanguage(args, process.env);
  try {
    // Use the language of the settings file for its own mistakes too.
    const settings = await readMonthSettings(args, (languageOfFile) => {
      language = detectLanguage(args, process.env, languageOfFile);
    });
    language = settings?.language ?? language;
    // If no language is set, use that of the terminal for messages and for the report.
    if (settings !== undefined) return await runSettings({ ...settings, language }, onUnfinished);
    console.log(textIn(MONTH_USAGE, language));
    return EXIT.fine;
  } catch (error) {
    printFailure(error, language);
    return EXIT.noReport;
  }
}
