import { codes } from '#shared/engine/checks/registry.ts';
import type { SubjectKind } from '#shared/engine/entities/subject.ts';
import type { Finding } from '#shared/schemas/report.ts';

/** What a finding is about: its details say so where none of its own fields does. */
export function subjectOf({ details, requestId, transactionId, model, channelId }: Finding): string {
  const subject = details?.subject ?? requestId ?? transactionId ?? model ?? channelId;
  return typeof subject === 'string' ? subject : JSON.stringify(subject);
}

/** The kind of that: a code about several kinds is about the one whose name the finding bears. */
export function kindOf({ code, details, requestId }: Finding): SubjectKind {
  const about = codes.get(code)?.about ?? 'report';
  const kinds = typeof about === 'string' ? [about] : about;
  if (kinds.length < 2) return kinds[0] as SubjectKind;
  const isOfRequest = details?.subject === undefined && requestId !== undefined;
  return kinds.find((kind) => (kind === 'request') === isOfRequest) as SubjectKind;
}
