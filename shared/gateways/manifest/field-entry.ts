import type { ConnectorManifest } from './manifest-schemas.ts';

/** An entry of a manifest's field map. */
export type FieldMapEntry = ConnectorManifest['normalization']['fieldMap'][number];

/** Formats keys of which each may contain the value: `a | b`. */
export const formatAlternatives = (keys: readonly string[]): string => keys.join(' | ');
/** Joins notes with `; `. Skips empty and undefined notes. */
export const joinNotes = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

/** Builds an entry of a manifest's field map: native keys, path in the reply, and what a caller must know. */
export const buildEntry = (source: string, canonical: string, notes?: string): FieldMapEntry => ({
  source,
  canonical,
  ...(notes !== undefined && { notes }),
});

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
    return [
      buildEntry(formatAlternatives(field.at), canonical, joinNotes(codecs[field.as], reason, field.notes)),
    ];
  });
