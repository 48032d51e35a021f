import type { Language } from '../../language.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';

/** Titles of codes by language. */
type Titles = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Row of a table. */
type Line = Readonly<Record<string, string | number | null>>;

const byName = (lines: readonly Line[], name: string): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [String(line[name]), String(line.margin ?? line.revenue)]));

/**
 * Extracts the figures of an earlier report that are compared with the current one. Missing fields count as empty.
 * @param titlesOf returns the titles of finding codes in each language
 */
export function readEarlierReport(
  { currency, generatedAt, summary, byModel = [], byChannel = [] }: ReconciliationReport,
  titlesOf: (codes: readonly string[]) => Titles,
) {
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
/** Figures of an earlier report that are compared with the current one. */
export type EarlierReport = ReturnType<typeof readEarlierReport>;
