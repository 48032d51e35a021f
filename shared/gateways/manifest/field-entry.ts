import type { Field } from '../connector.ts';
import { codecs } from '../vocabulary.ts';
import type { ConnectorManifest } from './manifest-schemas.ts';

/** One line of a manifest's field map. */
export type Entry = ConnectorManifest['normalization']['fieldMap'][number];

export const any = (keys: readonly string[]): string => keys.join(' | ');
export const sentence = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

export const entry = (source: string, canonical: string, notes?: string): Entry => ({
  source,
  canonical,
  ...(notes !== undefined && { notes }),
});

/** The line of a field that a connector describes. */
export const fieldEntry = (field: Field, canonical: string, reason?: string): Entry =>
  entry(any(field.at), canonical, sentence(codecs[field.as], reason, field.notes));

/** A field, what it becomes, and what is to be said of it. */
type Line<TField> = readonly [field: TField | undefined, canonical: string, reason?: string | undefined];

/** The lines of those fields that are described. */
export const entriesOf = <TField>(
  lines: readonly Line<TField>[],
  entryOf: (field: TField, canonical: string, reason?: string) => Entry,
): Entry[] =>
  lines.flatMap(([field, canonical, reason]) => (field ? [entryOf(field, canonical, reason)] : []));
