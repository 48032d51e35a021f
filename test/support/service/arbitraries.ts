import fc from 'fast-check';
import { resolveSchema, type Schema } from './openapi.ts';

/** Instants in every format of the contract: any offset, letter case and number of decimals. */
const timestamps = fc
  .record({
    instant: fc.date({ min: new Date('1971-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
    zone: fc.constantFrom('Z', 'z', '+00:00', '-07:30', '+14:00'),
    separator: fc.constantFrom('T', 't'),
    fraction: fc.constantFrom('', '.5', '.123456789'),
  })
  .map(({ instant, zone, separator, fraction }) => {
    const [day, time] = instant.toISOString().slice(0, 19).split('T');
    return `${day}${separator}${time}${fraction}${zone}`;
  });

const decimals = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^\d{0,12}$/))
  .map(([whole, fraction]) => (fraction ? `${whole}.${fraction}` : String(whole)));

/** Ordinary ids, and ids that break naive maps and sorts; few, so that records match. */
const texts = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'req-1',
    '__proto__',
    'constructor',
    'toString',
    '0',
    'ä',
    '\u{10000}',
    '\uD800',
    ' a',
    'a ',
  ),
  fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
);

/** Builds an arbitrary of valid values of a schema. Arrays are short; other tests check their maximum length. */
export function buildArbitrary(unresolved: Schema): fc.Arbitrary<unknown> {
  const schema = resolveSchema(unresolved);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(buildArbitrary));
  if (schema.format === 'date-time') return timestamps;
  if (schema.pattern) return decimals;
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number')
    return fc.oneof(fc.nat(), fc.double({ min: 0, max: schema.maximum, noNaN: true }));
  if (schema.type === 'string') return schema.minLength ? texts : fc.oneof(texts, fc.constant(''));
  if (schema.type === 'array') return fc.array(buildArbitrary(schema.items), { maxLength: 8 });
  if (schema.type === 'object') return objectOf(schema);
  throw new Error(`No arbitrary for ${JSON.stringify(schema).slice(0, 100)}`);
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      name === 'period' ? periods : buildArbitrary(property),
    ]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** Valid periods: the schema cannot express that the end is after the start. */
const periods = fc
  .tuple(timestamps, timestamps, fc.constantFrom('both', 'start', 'end', 'none'))
  .map(([first, second, bounds]) => {
    const at = (text: string) => new Date(text.toUpperCase()).getTime();
    const [start, end] = at(first) < at(second) ? [first, second] : [second, first];
    const hasBoth = bounds === 'both' && at(first) !== at(second);
    return {
      ...((hasBoth || bounds === 'start') && { start }),
      ...((hasBoth || bounds === 'end') && { end }),
    };
  });
