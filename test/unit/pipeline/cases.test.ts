import { describe, expect, test } from 'vitest';
import { Rejection } from '#shared/rejections.ts';
import { buildMessage } from '#shared/report/build/findings.ts';
import { runFiles } from '../../support/pipeline/run-in-memory.ts';
import { parseRun } from '../../support/pipeline/text-run.ts';
import { fieldIn, wordsIn } from '../../support/table.ts';
import { matcher, readCaseFolder } from '../../support/text-cases.ts';

/**
 * The cases in the folder `cases`: files and settings, as `parseRun` reads them, and what a run gives. Lines that start
 * with > state:
 *
 *   > cost.net=4.5 completeness.rows=false     figures of the summary, by path; a dash: there is none
 *   > byModel.q.cost=6 byChannel.1.cost=2      of a model or channel
 *   > findings.retry_cost.amount=0.5           of the first finding of a code
 *   > detail CODE kind=price                   of the details of that finding
 *   > sums.otherServices=9 rejected=2          of the overview of the run; reasons.0 is why a row was rejected
 *   > days=["2026-10-01 3"]                    requests by day
 *   > charges.0.costAmount=1                   fields of the linked charges and payments
 *   > finds, finds no CODE                     a code among the findings
 *   > only CODE CODE                           all findings above info
 *   > answer TEXT                              the first lines
 *   > message, chinese CODE TEXT               the message of the first finding of a code, in English and Chinese
 *   > title, remedy CODE TEXT                  the words of a code
 *   > count CODE 2 60                          number and money of its findings
 *   > note TEXT, no note TEXT                  a note about rows
 *   > notice TEXT, no notice TEXT, no notices  a note about files, in both languages
 *   > incomplete                               rows may be missing, so the answer claims no loss
 *   > refused TEXT                             the message and the details of the refusal
 */
type Ran = Awaited<ReturnType<typeof runFiles>>;

/** Figures by the names of the lines. */
function figuresOf({ report, overview, books }: Ran): Readonly<Record<string, unknown>> {
  const { summary, completeness, byModel, byChannel, findings } = report;
  return {
    ...summary,
    completeness,
    byModel: Object.fromEntries(byModel.map((line) => [line.model, line])),
    byChannel: Object.fromEntries(byChannel.map((line) => [line.channelId, line])),
    findings: Object.fromEntries(findings.toReversed().map((found) => [found.code, found])),
    sums: overview.figures.sums,
    rejected: overview.rejected.length,
    reasons: overview.rejected.map(({ reason }) => reason.en),
    days: summary.byDay.map(({ day, requests }) => `${day} ${requests}`),
    charges: books.upstreamCharges,
    payments: books.payments.length > 0 ? { ...summary.payments, ...books.payments } : summary.payments,
  };
}

const written = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : `${value ?? '-'}`;

function expectFigures(line: string, figures: Readonly<Record<string, unknown>>): void {
  for (const [path, expected] of wordsIn(line).map(fieldIn)) {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], figures);
    expect(`${path}=${written(value)}`).toBe(`${path}=${expected.replace(/^"(.*)"$/, '$1')}`);
  }
}

/** If log and bill cover different times, the answer is about the shared time; else it claims no loss. */
function expectIncomplete({ completeness, summary }: Ran['report']): void {
  const { text } = summary.answer;
  expect(completeness.rows).toBe(false);
  if (summary.beyond) expect(text).toMatch(/Not compared: [1-9]/);
  else {
    expect(text).toMatch(/ Losses are not known yet\.|^(?:You|Margin|Nothing|0\.0010)/);
    expect(text).not.toMatch(/You lost|No problems were found\. /);
  }
}

const HAN = /\p{Script=Han}{3}/u;

function expectLine(line: string, ran: Ran): void {
  const { report, notices, meta } = ran;
  const [first = '', ...rest] = line.split(' ');
  const text = rest.join(' ');
  const codes = report.findings.map(({ code }) => code);
  const english = notices.map(({ en }) => en).join('\n');
  if (first === 'finds') expect(rest.at(-1) && codes.includes(rest.at(-1) as never)).toBe(rest[0] !== 'no');
  else if (first === 'only')
    expect(
      report.findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ code }) => code)
        .sort(),
    ).toEqual(rest.filter(Boolean).sort());
  else if (first === 'answer') expect(report.summary.answer.text).toEqual(matcher(text));
  else if (first === 'message')
    expect(report.findings.find(({ code }) => code === rest[0])?.message).toEqual(
      matcher(rest.slice(1).join(' ')),
    );
  else if (first === 'chinese') {
    const found = ran.byId.find(({ code }) => code === rest[0]);
    expect(found && buildMessage(found, 'zh')).toEqual(matcher(rest.slice(1).join(' ')));
  } else if (first === 'remedy' || first === 'title')
    expect(report.summary.findings.byCode[rest[0] ?? '']?.[first]).toEqual(matcher(rest.slice(1).join(' ')));
  else if (first === 'detail')
    expectFigures(rest.slice(1).join(' '), {
      ...report.findings.find(({ code }) => code === rest[0])?.details,
    });
  else if (first === 'count') {
    const { count, amount } = report.summary.findings.byCode[rest[0] ?? ''] ?? {};
    expect(`${count} ${amount}`).toBe(rest.slice(1).join(' '));
  } else if (first === 'note') expect(meta.notes).toContainEqual(matcher(text));
  else if (line.startsWith('no note ')) expect(meta.notes).not.toContainEqual(matcher(line.slice(8)));
  else if (line === 'incomplete') expectIncomplete(report);
  else if (line === 'no notices') expect(notices).toEqual([]);
  else if (line.startsWith('no notice ')) expect(english).not.toEqual(matcher(line.slice(10)));
  else if (first === 'notice') {
    expect(english).toEqual(matcher(text));
    for (const { zh } of notices) expect(zh).toMatch(HAN);
  } else expectFigures(line, figuresOf(ran));
}

async function check(lines: readonly string[], finds: readonly string[]): Promise<void> {
  const run = async () => {
    const { files, settings } = parseRun(lines);
    return await runFiles(files, settings);
  };
  const ran = await run().catch((error: unknown) => {
    if (error instanceof Rejection) return error;
    throw error;
  });
  const refusals = finds.flatMap((line) => (line.startsWith('refused ') ? line.slice(8) : []));
  if (ran instanceof Rejection) {
    const all = [ran.sentences.message, ...ran.sentences.details];
    for (const text of refusals) expect(all.map(({ en }) => en).join('\n')).toEqual(matcher(text));
    expect(all.map(({ zh }) => zh).join('\n')).toMatch(HAN);
    expect(refusals, ran.message).toHaveLength(finds.length);
  } else {
    expect(refusals, 'The run was not refused.').toEqual([]);
    for (const line of finds) expectLine(line, ran);
  }
}

describe.each(readCaseFolder(new URL('cases/', import.meta.url)))('%s', (_, cases) => {
  test.each(cases)('%s', async (__, lines, finds) => await check(lines, finds));
});
