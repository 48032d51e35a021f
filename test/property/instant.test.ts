import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { tryParseInstant } from '#shared/civil-time.ts';
import { timestampSchema } from '#shared/schemas/fields.ts';

const runs = { numRuns: 2000 };
const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

test('every instant of the years 1 to 9999 is read and written unchanged, with any offset', () => {
  const instant = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.UTC(9999, 11, 31) });
  fc.assert(
    fc.property(instant, fc.integer({ min: -1439, max: 1439 }), (time, minutes) => {
      const pad = (value: number) => `${Math.floor(value)}`.padStart(2, '0');
      const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
      const local = new Date(time + minutes * 60_000).toISOString();
      fc.pre(local.length === 24);
      expect(tryParseInstant(local.replace('Z', offset))).toBe(time);
      expect(tryParseInstant(`${local.slice(0, 23)}999${offset}`)).toBe(time);
    }),
    runs,
  );
});

test('a text is an instant only if its format is valid and the calendar contains the date', () => {
  const part = (min: number, max: number, width: number) =>
    fc.integer({ min, max }).map((value) => `${value}`.padStart(width, '0'));
  const near = fc
    .tuple(
      part(0, 9999, 4),
      fc.constantFrom('-', '/'),
      part(0, 13, 2),
      part(0, 32, 2),
      fc.constantFrom('T', 't', ' '),
      part(0, 25, 2),
      part(0, 61, 2),
      part(0, 61, 2),
      fc.constantFrom('', '.', '.5', '.1234', ',5', '5'),
      fc.constantFrom('Z', 'z', '', '+00:00', '-24:00', '+05:60', '+0530', 'ZZ', '+05:30Z'),
    )
    .map(
      ([y, sep, mo, d, t, h, mi, s, fraction, zone]) =>
        `${y}-${mo}${sep}${d}${t}${h}:${mi}:${s}${fraction}${zone}`,
    );
  fc.assert(
    fc.property(near, (text) => {
      const [, year, month, day] = /^(\d{4}).(\d\d).(\d\d)/.exec(text) ?? [];
      const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
      const isDate =
        !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
      const [hour, minute, second] = [11, 14, 17].map((at) => Number(text.slice(at, at + 2))) as [
        number,
        number,
        number,
      ];
      const isTime = hour < 24 && minute < 60 && second < 60;
      const isLeapSecond =
        hour === 23 && minute === 59 && second === 60 && text.slice(0, 10) !== '9999-12-31';
      const isOffset = !text.endsWith('-24:00') && !text.endsWith('+05:60');
      expect(tryParseInstant(text) !== undefined).toBe(
        TIMESTAMP.test(text) && isDate && Number(year) > 0 && (isTime || isLeapSecond) && isOffset,
      );
      expect(v.is(timestampSchema, text)).toBe(tryParseInstant(text) !== undefined);
    }),
    runs,
  );
});

test.each([
  ['1970-01-01T00:00:00Z', 0],
  ['0001-01-01T00:00:00Z', -62_135_596_800_000],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ['2400-02-29T12:00:00.5Z', 13_574_606_400_500],
  ['1900-02-29T00:00:00Z', undefined],
  ['2024-02-30T00:00:00Z', undefined],
  // A leap second is the second after it, in any offset.
  ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
  ['2016-12-31T23:59:60.25z', Date.UTC(2017, 0, 1) + 250],
  ['2017-01-01T07:59:60+08:00', Date.UTC(2017, 0, 1)],
  ['2016-12-31T18:29:60.999-05:30', Date.UTC(2017, 0, 1) + 999],
  ['2016-12-31T23:58:60Z', undefined],
  ['2016-12-31T22:59:60Z', undefined],
  ['2016-12-31T23:59:60+08:00', undefined],
  ['2016-12-31T23:59:61Z', undefined],
  // Years that ISO 8601 does not write with four digits, in UTC.
  ['0000-12-31T23:59:59Z', undefined],
  ['0001-01-01T07:59:59+08:00', undefined],
  ['9999-12-31T23:59:60Z', undefined],
  ['9999-12-31T23:00:00-01:00', undefined],
  ['2026-03-10T10:00:00', undefined],
  ['2026-04-31T10:00:00Z', undefined],
  ['2026-03-10', undefined],
  ['2026-03-10T10:00.00Z', undefined],
  ['+002026-03-10T10:00:00Z', undefined],
  ['２０２６-03-10T10:00:00Z', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('%s is read as %s', (text, expected) => {
  expect(tryParseInstant(text)).toBe(expected);
});
