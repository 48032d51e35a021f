import type { Language } from '../../language.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import type { Cause, ReconciliationReport } from '../../schemas/report.ts';
import { causeKey } from '../answer/findings-of-cause.ts';

type Line = Readonly<Record<string, string | number | null>>;

/** What codes are called, in each language. */
export type Titles = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** The report of another time, as far as it is set beside this one. */
export interface Earlier {
  readonly currency: string;
  readonly generatedAt: string;
  readonly from: string;
  readonly to: string;
  readonly causes: readonly Cause[];
  /** Of the codes of its causes: it may have been written in another language than its reader's. */
  readonly titles: Titles;
  /** Margin of each line, revenue where it is unknown, by table and name. */
  readonly lines: Readonly<Record<'byModel' | 'byChannel' | 'byUser', Readonly<Record<string, string>>>>;
}

const byName = (lines: readonly Line[], name: string): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [String(line[name]), String(line.margin ?? line.revenue)]));

/** What of a report is compared. It came from a file: what is none of a report is left out. */
export function earlierOf(
  { currency, generatedAt, summary, byModel = [], byChannel = [] }: ReconciliationReport,
  titlesOf: (codes: readonly string[]) => Titles,
): Earlier {
  const { causes = [], byDay = [], byUser = [] } = summary;
  return {
    currency,
    generatedAt,
    causes,
    from: byDay.at(-1)?.day ?? '',
    to: byDay[0]?.day ?? '',
    titles: titlesOf(causes.map(({ code }) => code)),
    lines: {
      byModel: byName(byModel, 'model'),
      byChannel: byName(byChannel, 'channelId'),
      byUser: byName(byUser, 'userId'),
    },
  };
}

/** The cause of the same code, model and channel in an earlier report. */
export const causeBefore = (earlier: Earlier, cause: Cause): Cause | undefined =>
  earlier.causes.find((before) => causeKey(before) === causeKey(cause));

/** Causes with money that an earlier report has and this one no longer. */
export function goneSince(earlier: Earlier, { summary }: ReconciliationReport): Cause[] {
  const now = new Set(summary.causes.map(causeKey));
  return earlier.causes.filter((cause) => cause.counted !== '0' && !now.has(causeKey(cause)));
}

/** What a line has more than before; null where it is new, or nothing is compared. */
export function changeOf(
  earlier: Earlier | undefined,
  table: keyof Earlier['lines'],
  name: string,
  now: string,
): string | null {
  const before = earlier?.lines[table][name];
  return before === undefined ? null : toPlainText(toDecimal(now).minus(toDecimal(before)));
}
