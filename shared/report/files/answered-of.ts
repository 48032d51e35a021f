import { DEFAULT_LANGUAGE } from '../../language.ts';
import { clausesOf, sentencesOf } from '../build/translations.ts';
import type { Answered } from '../view/answered.ts';
import { firstOfCauses, listing } from './largest-findings.ts';
import type { EvidenceRow, FindingPlace, ReportSource } from './report-source.ts';
import { notesIn, statedIn } from './told-in.ts';

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;

/**
 * The rows that the first findings of each cause rest on, and the first day of every finding that is listed.
 * @param length of a day's name, or of an hour's
 */
function evidenceOf(
  rows: Iterable<EvidenceRow>,
  shown: ReadonlySet<string>,
  length: number,
): Required<Pick<Answered, 'evidence' | 'days'>> {
  const evidence: Record<string, EvidenceRow[]> = {};
  const days: Record<string, string> = {};
  for (const row of rows) {
    const day = row.at.slice(0, length);
    if (day < (days[row.findingId] ?? '9')) days[row.findingId] = day;
    if (!shown.has(row.findingId)) continue;
    evidence[row.findingId] ??= [];
    evidence[row.findingId]?.push(row);
  }
  return { evidence, days };
}

/**
 * A report as the console's page shows it: in one language, with what is said in the others.
 * @param listed makes the test of findings that are listed; the report says that there are more
 */
export function answeredOf(source: ReportSource, listed?: () => (place: FindingPlace) => boolean): Answered {
  const { head, meta, since, traits, hours, channelNames, language, gateway } = source;
  const first = [...source.findings(listed?.())];
  const report = listing(head, first);
  const isShown = firstOfCauses();
  const shown = new Set(first.filter(isShown).map(({ id }) => id));
  const rows = source.evidence(listed && new Set(first.map(({ id }) => id)));
  return {
    report,
    meta,
    since,
    stated: statedIn(head, DEFAULT_LANGUAGE),
    translations: {
      zh: {
        ...sentencesOf(report, 'zh'),
        messages: Array.from(source.findings(listed?.(), 'zh'), ({ message }) => message),
        notes: notesIn(source, 'zh'),
        stated: statedIn(head, 'zh'),
      },
    },
    clauses: clausesOf(report, DEFAULT_LANGUAGE),
    traits,
    ...evidenceOf(rows, shown, hours.length > 0 ? HOUR_LENGTH : DAY_LENGTH),
    ...(hours.length > 0 && { hours }),
    ...(Object.keys(channelNames).length > 0 && { channelNames }),
    ...(gateway && { gateway }),
    ...(language && { language }),
  };
}
