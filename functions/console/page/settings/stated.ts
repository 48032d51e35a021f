import type { FileSettings } from '#shared/pipeline/read/source.ts';
import type { StatedSettings } from '#shared/pipeline/settings/stated-settings.ts';
import type { Entry } from '../entry.ts';
import { type Form, statedIn } from './form.ts';

const settingsOf = (entries: readonly Entry[]) =>
  entries.flatMap(({ file, recognition }) =>
    Object.entries(recognition?.settings ?? {})
      // What stands in a file of its own is there if that file is.
      .filter(([name, value]) => !(name === 'prices' && typeof value === 'string'))
      .map(([name, value]) => ({ name, value, file: file.name })),
  );

/** What files state of a run: a settings file, a status reply, prices. */
export const given = (entries: readonly Entry[]): StatedSettings =>
  Object.fromEntries(settingsOf(entries).map(({ name, value }) => [name, value]));

/** A setting that two files state differently: nobody should wonder which of them counted. */
export function contradiction(entries: readonly Entry[]): { name: string; files: string[] } | undefined {
  for (const [name, stated] of Map.groupBy(settingsOf(entries), (one) => one.name))
    if (new Set(stated.map(({ value }) => JSON.stringify(value))).size > 1)
      return { name, files: stated.map(({ file }) => file) };
  return undefined;
}

/** What files and form state together; what stands in the form counts. */
export function statedBy(entries: readonly Entry[], form: Form): StatedSettings {
  // What the form shows of purchases is stated by it alone: it may have been taken back there.
  const { rates: _r, names: _n, prices: _p, paymentsCurrency: _c, ...others } = given(entries);
  return { ...others, ...statedIn(form) };
}

/** What a settings file states of a bill; its channel as the reader says. */
export function fileSettings({ channel, file: { name } }: Entry, entries: readonly Entry[]): FileSettings {
  const bills = [given(entries).upstream ?? []]
    .flat()
    .map((bill) => (typeof bill === 'string' ? { file: bill } : bill));
  const {
    file: _,
    channel: stated,
    ...others
  } = bills.find(({ file }) => file.split('/').at(-1) === name) ?? { file: name };
  const own = (channel ?? stated) || undefined;
  return { ...others, ...(own !== undefined && { channel: own }) };
}
