import { styleText } from 'node:util';
import { escapeInvisible, escapeInvisibleInJson } from '#shared/escape-control-characters.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { hasCriticalCause } from '#shared/report/acknowledged/remove-acknowledged.ts';
import { asksQuestions, isSure } from '#shared/report/answer/gaps.ts';
import { fileNames } from '#shared/report/files/report-files.ts';
import { textIn } from '#shared/sentence.ts';
import { lineWidth, type Paint } from '../print/screen.ts';
import { formatReport } from '../print-report.ts';
import { printFailure } from './failure.ts';
import { listInputs, parseS3Url } from './inputs.ts';
import { createProgress } from './progress.ts';
import { writeFolder } from './report-folder.ts';
import { type MonthResult, runMonth } from './run-month.ts';
import { monthLanguage } from './settings/command-line.ts';
import { type MonthSettings, readMonthSettings } from './settings/settings.ts';
import { MONTH_USAGE } from './settings/usage.ts';
import { showColumns } from './show-columns.ts';
import { showPrices } from './show-prices.ts';
import { findSources } from './sources.ts';

/** What cron and CI go by. */
const EXIT = { fine: 0, critical: 1, noReport: 2, incomplete: 3 } as const;

const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

function print(result: MonthResult, settings: MonthSettings): void {
  const { report, files } = result;
  const { json, quiet, out, language = DEFAULT_LANGUAGE, missingPayments } = settings;
  if (json) console.log(escapeInvisibleInJson(JSON.stringify(report.summary, null, 2)));
  else if (!quiet) {
    console.log(formatReport(result, { paint, language, columns: lineWidth(process.stdout) }).join('\n'));
    if (missingPayments) console.log(`\n${escapeInvisible(textIn(missingPayments, language))}`);
    if (out !== undefined) console.log(`\n${escapeInvisible(out)}: ${files.join(', ')}`);
  }
}

async function runSettings(settings: MonthSettings, onUnfinished?: OnUnfinished): Promise<number> {
  const shown = settings.showColumns ? showColumns : settings.showPrices ? showPrices : undefined;
  if (shown !== undefined) {
    console.log((await shown(settings)).join('\n'));
    return EXIT.fine;
  }
  const result = await runAndWrite(settings, onUnfinished);
  print(result, settings);
  if (hasCriticalCause(result.report) && !asksQuestions(result.report)) return EXIT.critical;
  // That a bill is missing, or names no requests, is how many operators work: it keeps nobody from a verdict.
  return isSure(result.report) ? EXIT.fine : EXIT.incomplete;
}

/** Is called with the folder that the run writes: whoever ends the run must discard it. */
type OnUnfinished = (folder: string) => void;

/** Runs the month, and writes the report's folder if the settings name one. */
const runAndWrite = async (settings: MonthSettings, onUnfinished?: OnUnfinished): Promise<MonthResult> => {
  const run = (out: string | undefined) =>
    runMonth(
      { ...settings, out },
      new Date().toISOString(),
      createProgress(process.stderr, settings.quiet || settings.json, settings.language ?? DEFAULT_LANGUAGE),
    );
  const { out, channels } = settings;
  if (out === undefined || parseS3Url(out) !== undefined) return run(out);
  // The run reads the mappings, each once: it may be a pipe.
  const sources = await findSources({ ...settings, mapping: new Map() });
  const inputs = [...sources.map(({ place }) => place), ...(await listInputs('channels', channels))];
  const paths = inputs.filter((path) => parseS3Url(path) === undefined);
  return writeFolder(out, paths, fileNames(true), (unfinished) => {
    onUnfinished?.(unfinished);
    return run(unfinished);
  });
};

/**
 * The month command: files in, a report out.
 * @returns its exit code: 0 without critical findings, 1 with some, 2 where there is no report,
 * 3 where nothing critical was found in books that are incomplete
 */
export async function monthCommand(args: readonly string[], onUnfinished?: OnUnfinished): Promise<number> {
  let language = monthLanguage(args, process.env);
  try {
    const settings = await readMonthSettings(args);
    language = settings?.language ?? language;
    // Without the option, all that the run says is in the language of the terminal.
    if (settings !== undefined) return await runSettings({ ...settings, language }, onUnfinished);
    console.log(textIn(MONTH_USAGE, language));
    return EXIT.fine;
  } catch (error) {
    printFailure(error, language);
    return EXIT.noReport;
  }
}
