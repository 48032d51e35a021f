import type { ConnectorManifest } from './manifest-schemas.ts';

/** An entry of a manifest's field map. */
export type FieldMapEntry = ConnectorManifest['normalization']['fieldMap'][number];

/** Joins notes with `; `. Skips empty and undefined notes. */
export const joinNotes = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

/** Builds an entry of a manifest's field map: keys that may contain the value, path in the reply, and notes. */
export function buildEntry(
  keys: string | readonly string[],
  canonical: string,
  ...parts: (string | undefined)[]
): FieldMapEntry {
  const notes = joinNotes(...parts);
  return { source: [keys].flat().join(' | '), canonical, ...(notes !== '' && { notes }) };
}

/** A field of a gateway or bill, if it has it, the path in the reply that it becomes, and why or when it is read. */
type FieldLine<TCodec extends string> = readonly [
  field: { readonly at: readonly string[]; readonly as: TCodec; readonly notes?: string } | undefined,
  canonical: string,
  reason?: string | undefined,
];

/** Builds the entries of fields. Notes: format of the value by `codecs`, why it is read, and the field's own notes. */
export const buildFieldEntries = <TCodec extends string>(
  codecs: Readonly<Record<TCodec, string>>,
  lines: readonly FieldLine<TCodec>[],
): FieldMapEntry[] =>
  lines.flatMap(([field, canonical, reason]) => {
    if (field === undefined) return [];
    return [buildEntry(field.at, canonical, codecs[field.as], reason, field.notes)];
  });
