import { TraitsOfCauses } from '../answer/traits.ts';
import { clausesOf, sentencesOf } from '../engine/report/reworded.ts';
import { DEFAULT_LANGUAGE } from '../language.ts';
import type { Answered } from '../report-view/answered.ts';
import type { Finding } from '../schemas/report.ts';
import { listing } from './largest-findings.ts';
import { notesIn } from './notes-in.ts';
import type { ReportSource } from './report-source.ts';

/**
 * A report as the console's page shows it: in one language, with what is said in the others.
 * @param isListed findings that are listed; the report says that there are more
 */
export async function answeredOf(
  { head, meta, said, figures, findings, since, language, gateway, ...source }: ReportSource,
  isListed: (finding: Finding) => boolean = () => true,
): Promise<Answered> {
  const first: Finding[] = [];
  const traits = new TraitsOfCauses();
  for await (const finding of findings()) {
    traits.add(finding);
    if (isListed(finding)) first.push(finding);
  }
  const report = listing(head, first);
  return {
    report,
    meta,
    since,
    translations: { zh: { ...sentencesOf(report, 'zh'), notes: notesIn({ head, said, figures }, 'zh') } },
    clauses: clausesOf(report, DEFAULT_LANGUAGE),
    traits: source.traits ?? traits.of(head.summary.causes),
    ...(gateway && { gateway }),
    ...(language && { language }),
  };
}
