import fc from 'fast-check';

/** Junk of any type, as JSON can carry it. */
export const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    '',
    '0',
    -1,
    Number.POSITIVE_INFINITY,
    -0,
    2 ** 53,
    1e-320,
    'x'.repeat(300),
    '\u0000',
    [],
    {},
    [[]],
    'null',
    '{"a":',
    true,
  ),
  fc.constant(JSON.parse('{"__proto__":1,"toString":1,"valueOf":2,"constructor":null}')),
  fc.string({ maxLength: 300, unit: 'binary' }),
);
