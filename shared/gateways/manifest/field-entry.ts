import type { Field } from '../connector.ts';
import { codecs } from '../vocabulary.ts';
import type { ConnectorManifest } from './manifest-schemas.ts';

/** One line of a manifest's field map. */
export type FieldMapEntry = ConnectorManifest['normalization']['fieldMap'][number];

export const alternatives = (keys: readonly string[]): string => keys.join(' | ');
export const joinNotes = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

export const buildEntry = (source: string, canonical: string, notes?: string): FieldMapEntry => ({
  source,
  canonical,
  ...(notes !== undefined && { notes }),
});

/** The line of a field that a connector describes. */
export const buildFieldEntry = (field: Field, canonical: string, reason?: string): FieldMapEntry =>
  buildEntry(alternatives(field.at), canonical, joinNotes(codecs[field.as], reason, field.notes));

/** A field, what it becomes, and what is to be said of it. */
type FieldLine<TField> = readonly [field: TField | undefined, canonical: string, reason?: string | undefined];

/** The lines of those fields that are described. */
export const buildFieldEntries = <TField>(
  lines: readonly FieldLine<TField>[],
  entryOf: (field: TField, canonical: string, reason?: string) => FieldMapEntry,
): FieldMapEntry[] =>
  lines.flatMap(([field, canonical, reason]) => (field ? [entryOf(field, canonical, reason)] : []));
