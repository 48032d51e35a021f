import { codes } from '#shared/engine/checks/registry.ts';
import type { SubjectKind } from '#shared/engine/entities/subject.ts';
import type { Finding } from '#shared/schemas/report.ts';

/** The name of the subject of a finding: from its details if they have one, else from its fields. */
export function subjectOf({ details, requestId, transactionId, model, channelId }: Finding): string {
  const subject = details?.subject ?? requestId ?? transactionId ?? model ?? channelId;
  return typeof subject === 'string' ? subject : JSON.stringify(subject);
}

/** The kind of the subject of a finding. For a code with several kinds, the fields of the finding decide. */
export function kindOf({ code, details, requestId }: Finding): SubjectKind {
  const about = codes.get(code)?.about ?? 'report';
  const kinds = typeof about === 'string' ? [about] : about;
  if (kinds.length < 2) return kinds[0] as SubjectKind;
  const isOfRequest = details?.subject === undefined && requestId !== undefined;
  return kinds.find((kind) => (kind === 'request') === isOfRequest) as SubjectKind;
}
