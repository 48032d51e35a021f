import fc from 'fast-check';

/** Any code point, also lone surrogates. The unit of fast-check would first build a table of a million entries. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map(
  (code) => String.fromCodePoint(code),
  (text) => (text as string).codePointAt(0) as number,
);

/** Unexpected JSON values of any type. */
export const arbitraryJunk = fc.oneof(
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
  fc.string({ maxLength: 300, unit: codePoint }),
);
