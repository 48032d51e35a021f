import { jsonata } from './states.ts';

/** The first state assigns it: whether the reader of the execution's notices reads Chinese. */
const ASSIGN = { zh: jsonata("'zh' in [$states.input.language, $states.input.ledgers.language]") };

/** Sentences about all that is wrong with the input itself; what lies below its fields the next state judges. */
const mistakesOf = (hasLedgers: boolean): string => {
  // Fields of an input, of which one must be given.
  const sources = hasLedgers ? ['export', 'ledgers'] : ['export'];
  return [
    '(',
    '$input := $states.input;',
    `$sources := [${sources.map((name) => `'${name}'`)}];`,
    "$type($input) != 'object' ? ['input: must be an object'] : (",
    '  $given := $filter($keys($input), function($name) { $name in $sources });',
    '  [',
    '    $map($keys($input), function($name) {',
    ...(hasLedgers
      ? []
      : ["      $name = 'ledgers' ? 'ledgers: needs a deployment with the setting ledgerBucket' :"]),
    "      $name = 'language' ? ($not($lookup($input, $name) in ['en', 'zh']) ? 'language: must be en or zh') :",
    "      $not($name in $sources) ? $substring($name, 0, 100) & ': is no field of the input'",
    "      : $type($lookup($input, $name)) != 'object' ? $name & ': must be an object'",
    '    }),',
    `    $count($given) = 0 ? '${sources.join(' or ')}: is missing',`,
    `    $count($given) > 1 ? '${sources.join(', ')}: give one of them'`,
    '  ])',
    ')',
  ].join(' ');
};

/**
 * The states before the first: an input that is wrong is refused with all of its mistakes, in the words of a function's
 * refusal, so that it takes the same way out.
 * @param refused state of a refusal
 */
export const inputStates = (hasLedgers: boolean, refused: string) => ({
  Source: {
    Type: 'Choice',
    Choices: [
      { Condition: jsonata(`$count(${mistakesOf(hasLedgers)}) > 0`), Next: 'RefuseInput' },
      ...(hasLedgers
        ? [{ Condition: jsonata('$exists($states.input.ledgers)'), Next: 'ReconcileLedgers' }]
        : []),
    ].map((choice) => ({ ...choice, Assign: ASSIGN })),
    Assign: ASSIGN,
    Default: 'Normalize',
  },
  RefuseInput: {
    Type: 'Pass',
    Output: jsonata(
      '(',
      "$refusal := {'code': 'invalid_request', 'message': 'The input of the execution is not valid.',",
      `'details': [${mistakesOf(hasLedgers)}]};`,
      "{'Error': 'InvalidRequest', 'Cause': $string({'errorType': 'InvalidRequest', 'errorMessage': $string($refusal)})}",
      ')',
    ),
    Next: refused,
  },
});
