import type { Field } from '../connector.ts';
import { codecs } from '../vocabulary.ts';
import type { ConnectorManifest } from './manifest-schemas.ts';

/** An entry of a manifest's field map. */
export type FieldMapEntry = ConnectorManifest['normalization']['fieldMap'][number];

/** Builds an entry of a manifest's field map: keys that may contain the value, path in the reply, and notes. */
export function buildEntry(
  keys: string | readonly string[],
  canonical: string,
  ...parts: (string | undefined)[]
): FieldMapEntry {
  const notes = parts.filter(Boolean).join('; ');
  return { source: [keys].flat().join(' | '), canonical, ...(notes !== '' && { notes }) };
}

/** A field of a gateway, if it has it, the path in the reply that it becomes, and why or when it is read. */
type FieldLine = readonly [field: Field | undefined, canonical: string, reason?: string | undefined];

/** Builds the entries of fields. Notes: format of the value, why it is read, and the field's own notes. */
export const buildFieldEntries = (lines: readonly FieldLine[]): FieldMapEntry[] =>
  lines.flatMap(([field, canonical, reason]) => {
    if (field === undefined) return [];
    return [buildEntry(field.at, canonical, codecs[field.as], reason, field.notes)];
  });
