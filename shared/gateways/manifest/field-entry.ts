import type { Field } from '../connector.ts';
import { codecs } from '../vocabulary.ts';
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

/** Builds the entry of a native field. Notes: format of the value, why or when it is read (`reason`), own notes. */
export const buildFieldEntry = (field: Field, canonical: string, reason?: string): FieldMapEntry =>
  buildEntry(formatAlternatives(field.at), canonical, joinNotes(codecs[field.as], reason, field.notes));

/** Calls `build` for each line and returns the entries. Skips lines whose field is missing from the gateway's data. */
export const buildFieldEntries = <TField>(
  lines: readonly (readonly [field: TField | undefined, canonical: string, reason?: string | undefined])[],
  build: (field: TField, canonical: string, reason?: string) => FieldMapEntry,
): FieldMapEntry[] =>
  lines.flatMap(([field, canonical, reason]) => (field ? [build(field, canonical, reason)] : []));
