import { dayOf } from '#shared/instant.ts';
import type { StatedSettings } from '#shared/run/settings/stated-settings.ts';
import type { Entry } from '../entry.ts';
import type { FormSettings } from '../views/files-state.ts';
import { statedIn, termsIn } from './terms.ts';

const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

const dayAt = (instant = ''): string => MIDNIGHT.exec(instant)?.[1] ?? '';

/** The days of a period, where it begins and ends with days in UTC: what a form can show. */
function daysOf(period: NonNullable<StatedSettings['period']>): Pick<FormSettings, 'from' | 'to'> {
  if (typeof period !== 'string') return { from: dayAt(period.start), to: dayAt(period.end) };
  const [year = 0, month = 1] = period.split('-').map(Number);
  const next = dayOf(Date.UTC(year, month, 1));
  return { from: `${period}-01`, to: next };
}

/** The form with what a file states filled in. */
export const filledIn = (form: FormSettings, settings: StatedSettings): FormSettings => {
  const { quotaPerUnit, currency, period } = settings;
  return {
    ...form,
    ...termsIn(settings),
    ...(quotaPerUnit !== undefined && { quotaPerUnit: String(quotaPerUnit) }),
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && daysOf(period)),
  };
};

const midnight = (day: string): string => `${day}T00:00:00.000Z`;

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
export function statedBy(entries: readonly Entry[], form: FormSettings): StatedSettings {
  const { quotaPerUnit, currency, from, to } = form;
  // What the form shows is stated by it alone: it may have been taken back there.
  const { rates: _r, names: _n, prices: _p, paymentsCurrency: _c, ...others } = given(entries);
  return {
    ...others,
    ...statedIn(form),
    ...(quotaPerUnit !== '' && { quotaPerUnit: Number(quotaPerUnit) }),
    ...(currency !== '' && { currency }),
    ...((from !== '' || to !== '') && {
      period: { ...(from !== '' && { start: midnight(from) }), ...(to !== '' && { end: midnight(to) }) },
    }),
  };
}

/** The channel that a bill is of: as the reader says, else as a settings file names it. */
export function channelOf({ channel, file: { name } }: Entry, entries: readonly Entry[]): string | undefined {
  if (channel !== undefined) return channel || undefined;
  for (const bill of [given(entries).upstream ?? []].flat())
    if (typeof bill === 'object' && bill.file.split('/').at(-1) === name) return bill.channel;
  return undefined;
}
