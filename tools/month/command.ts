import { styleText } from 'node:util';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { Rejection } from '#shared/rejections.ts';
import { told } from '#shared/sentence.ts';
import { type Paint, printReport } from '../print-report.ts';
import { USAGE } from './command-line.ts';
import { MonthProblem } from './month-problem.ts';
import { progressOn } from './progress.ts';
import { type MonthResult, runMonth } from './run-month.ts';
import { type MonthSettings, monthSettings } from './settings.ts';
import { showColumns } from './show-columns.ts';

/** What cron and CI go by. */
const EXIT = { fine: 0, critical: 1, mistake: 2 } as const;

const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

/** Longer lines are hard to read, however wide the terminal is. */
const COLUMNS_MAX = 100;
const columns = process.stdout.isTTY
  ? Math.min(process.stdout.columns, COLUMNS_MAX)
  : Number.POSITIVE_INFINITY;

function print(result: MonthResult, settings: MonthSettings): void {
  const { report, files } = result;
  const { json, quiet, out, language = DEFAULT_LANGUAGE, missingPayments } = settings;
  if (json) console.log(JSON.stringify(report.summary, null, 2));
  else if (!quiet) {
    console.log(printReport(result, { paint, language, columns }).join('\n'));
    if (missingPayments) console.log(`\n${told(missingPayments, language)}`);
    if (out !== undefined) console.log(`\n${out}: ${files.join(', ')}`);
  }
}

async function month(settings: MonthSettings): Promise<number> {
  if (settings.showColumns) {
    console.log((await showColumns(settings)).join('\n'));
    return EXIT.fine;
  }
  const watcher = progressOn(process.stderr, settings.quiet || settings.json);
  const result = await runMonth(settings, new Date().toISOString(), watcher);
  print(result, settings);
  return result.report.summary.findings.critical > 0 ? EXIT.critical : EXIT.fine;
}

/** What a mistake says to its user; anything else is a bug, and shown as one. */
function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof MonthProblem) return [error.message];
  if (error instanceof Rejection) return [error.message, ...error.quotingDetails];
  throw error;
}

/**
 * The month command: files in, a report out.
 * @returns its exit code: 0 without critical findings, 1 with some, 2 for a mistake of its user
 */
export async function monthCommand(args: readonly string[]): Promise<number> {
  try {
    const settings = monthSettings(args);
    if (settings !== undefined) return await month(settings);
    console.log(USAGE);
    return EXIT.fine;
  } catch (error) {
    console.error(`${sentencesOf(error).join('\n  ')}\n\nFor help: npm run month -- --help`);
    return EXIT.mistake;
  }
}
