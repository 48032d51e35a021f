import type { Field } from '../connector.ts';
import { codecs } from '../vocabulary.ts';
import type { ConnectorManifest } from './manifest-schemas.ts';

/** One line of a manifest's field map. */
export type Entry = ConnectorManifest['normalization']['fieldMap'][number];

export const any = (keys: readonly string[]): string => keys.join(' | ');
export const sentence = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

/** The line of a field that a connector describes. */
export const fieldEntry = (field: Field, canonical: string, reason?: string): Entry => ({
  source: any(field.at),
  canonical,
  notes: sentence(codecs[field.as], reason, field.notes),
});
