import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDisplayTies, findAgreeingModels, groupModels } from '#shared/engine/rows/agreeing-models.ts';
import { findStemEnds, isSameDisplayName, isSameModel } from '#shared/engine/rows/model-name.ts';
import { prove } from '../../support/engine/prove.ts';
import { tableRows } from '../../support/table.ts';

/** Returns a function that finds the model that agrees with a name. */
const modelFinder = (models: readonly string[]) => (name: string) =>
  findAgreeingModels({ names: [name], models, ties: [] }).get(name);

describe('names of one model', () => {
  test.each([
    ['gpt-4o', 'GPT-4o'],
    ['gpt-4o', 'openai/gpt-4o'],
    ['gpt-4o', 'azure/openai/gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-0613'],
    ['gemini-2.5-flash', 'gemini-2.5-flash-001'],
    ['claude-3-haiku', 'claude-3-haiku-20240307'],
    ['claude-3-haiku', 'us.anthropic.claude-3-haiku-20240307-v1:0'],
    ['claude-3-5-sonnet', 'claude-3-5-sonnet@20240620'],
    ['claude-3-5-sonnet-20241022', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['deepseek-chat', 'deepseek/deepseek-chat:free'],
    ['llama3', 'llama3:latest'],
    ['m-latest', 'm'],
    ['m', 'm-0613-001@eu-west1:x'],
  ])('%s and %s are one model, in both directions', (first, other) => {
    expect([isSameModel(first, other), isSameModel(other, first)]).toEqual([true, true]);
    expect([modelFinder([first])(other), modelFinder([other])(first)]).toEqual([first, other]);
  });

  test.each([
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'chatgpt-4o'],
    ['gpt-4-0613', 'gpt-4-0314'],
    ['gpt-4o-2024-08-06', 'gpt-4o-2024-05-13'],
    ['gpt-4', 'gpt-4.1'],
    ['gpt-4', 'gpt-4-32k'],
    ['m', 'm-12'],
    ['m', 'm-12345'],
    ['m', 'm-2024-08'],
    ['m', 'm-0613x'],
    ['m', 'm@'],
    ['m', 'm:8b'],
    ['m', 'm-v1'],
    ['m', 'm-latest-2'],
    ['qwen3-32b', 'qwen3-32b-awq'],
    ['4o', 'gpt.4o'],
  ])('%s and %s are different models', (first, other) => {
    expect([isSameModel(first, other), isSameModel(other, first)]).toEqual([false, false]);
    expect([modelFinder([first])(other), modelFinder([other])(first)]).toEqual([undefined, undefined]);
  });
});

test.each([
  ['Claude Sonnet 4.5', 'claude-sonnet-4-5', true],
  ['Gemini Flash 001', 'gemini-flash', true],
  ['Gemini Flash 001', 'gemini-flash-preview', true],
  ['Gemini Flash 001', 'gemini-flash-002', false],
  ['Claude Haiku 20240307', 'claude-haiku@20241022', false],
])('a bill writes %s for %s, either way round: %s', (first, other, isSame) => {
  expect([isSameDisplayName(first, other), isSameDisplayName(other, first)]).toEqual([isSame, isSame]);
});

test('no model is found if several match', () => {
  const find = modelFinder(['gpt-4o', 'gpt-4o-2024-08-06', 'mini']);
  expect(find('openai/gpt-4o')).toBeUndefined();
  expect(find('gpt-4o-2024-08-06')).toBeUndefined();
  expect(find('gpt-4o-2024-05-13')).toBe('gpt-4o');
  expect(find('MINI')).toBe('mini');
});

const name = fc
  .array(
    fc.constantFrom(...'m v/ a. -0613 -001 @ @x :free -latest -v1:0 -mini -2024-08-06'.split(' '), '\n'),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));

test('looking up many names gives the same result as looking up each alone', () => {
  prove([fc.uniqueArray(name, { maxLength: 6 }), fc.uniqueArray(name, { maxLength: 6 })], (models, names) => {
    const alone = names.flatMap((first) => {
      const found = modelFinder(models)(first);
      return found === undefined ? [] : [[first, found] as const];
    });
    expect(findAgreeingModels({ names, models, ties: [] })).toEqual(new Map(alone));
  });
});

test('versions are recognized as by one pattern over the rest of the name', () => {
  const versions = /^(?:-\d{4}-\d\d-\d\d|-\d{8}|-\d{4}|-\d{3}|-v\d+:\d+|:\p{L}+)*(?:@.+)?$/u;
  prove([fc.array(name).map((names) => names.join(''))], (text) => {
    const ends = [...text].flatMap((_, at) => (at > 0 && versions.test(text.slice(at)) ? [at] : []));
    expect([...findStemEnds(text, 1)].sort((a, b) => a - b)).toEqual([...ends, text.length]);
  });
});

test('the finder gives the same result as comparing every pair', () => {
  prove([fc.uniqueArray(name, { maxLength: 6 }), name], (models, other) => {
    const agreeing = models.filter((model) => isSameModel(model, other));
    expect(modelFinder(models)(other)).toBe(agreeing.length === 1 ? agreeing[0] : undefined);
  });
});

describe('names tied by a record are billed together, also under further names', () => {
  type Tie = readonly [sold: string, billed: string];
  const MAPPED: Tie = ['smart-1', 'gpt-4o'];
  // Title | billed name | models sold | ties | models that share the bill | the model if there is only one
  test.each(
    tableRows(`
    a name tied by a record                       | gpt-4o            | smart-1              | smart-1=gpt-4o                                       | smart-1              | smart-1
    a dated version of a tied name                | gpt-4o-2024-08-06 | smart-1              | smart-1=gpt-4o                                       | smart-1              | smart-1
    a model sold by its own name as well          | gpt-4o-2024-08-06 | gpt-4o smart-1       | smart-1=gpt-4o                                       | gpt-4o smart-1       | gpt-4o
    a tie to another version of the model sold    | Claude4.6         | claude-4-6-20260217  | claude-4-6=Claude4.6                                 | claude-4-6-20260217  | claude-4-6-20260217
    a setting, then a record                      | Claude4.6         | smart-2              | claude-4-6=Claude4.6 smart-2=us.anthropic.claude-4-6 | smart-2              | smart-2
    another version of the model sold is not tied | gpt-4o            | smart-1 smart-1-0613 | smart-1=gpt-4o                                       | smart-1              | smart-1
    a tie of a name that is not billed            | smart-1           | smart-1 smart-2      | smart-1=gpt-4o smart-2=gpt-4o                        | smart-1              | smart-1
    a tie of a model that was not sold            | gpt-4o            | other                | smart-1=gpt-4o                                       |                      |
    a setting in the other order                  | gpt-4o-2024-08-06 | smart-1              | gpt-4o=smart-1                                       | smart-1              | smart-1
    a setting in the other order, both sold       | gpt-4o-2024-08-06 | gpt-4o smart-1       | gpt-4o=smart-1                                       | gpt-4o               | gpt-4o
    `),
  )('%s', (_, billed = '', sold = '', tied = '', grouped = '', only = '') => {
    const [models = [], agreeing] = [sold, grouped].map((names) => names.split(' ').filter(Boolean));
    const ties = tied.split(' ').map((tie) => tie.split('=') as [string, string]);
    const toMatch = { names: [billed], models, ties };
    expect(groupModels(toMatch)).toEqual([{ names: [billed], models: agreeing }]);
    expect(findAgreeingModels(toMatch).get(billed) ?? '').toBe(only);
  });

  test('names tied by a record are billed together across versions, and circular ties end', () => {
    const [may, august] = ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'];
    expect(groupModels({ names: [may, august], models: ['smart-1'], ties: [MAPPED] })).toEqual([
      { names: [may, august], models: ['smart-1'] },
    ]);
    const circle: Tie[] = [
      ['a', 'b'],
      ['b', 'a'],
      ['smart-1', 'b'],
    ];
    expect(groupModels({ names: ['a'], models: ['smart-1'], ties: circle })).toEqual([
      { names: ['a'], models: ['smart-1'] },
    ]);
  });
});

describe('a display name in a bill finds the model sold', () => {
  test.each([
    ['Claude Sonnet 4.5', 'claude-sonnet-4-5 claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['Claude Sonnet 4.5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-20250929'],
    ['Claude Sonnet 4.5@20250929', 'claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['Claude 3.5 Sonnet 2024-10-22', 'claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-20241022'],
    ['gemini 3 pro', 'gemini-3-pro-preview', 'gemini-3-pro-preview'],
    ['gemini 3 pro', 'gemini-3-pro gemini-3-pro-preview', 'gemini-3-pro'],
    ['deepseek-ai/deepseek-v3.2', 'deepseek-ai/DeepSeek-V3.2', 'deepseek-ai/DeepSeek-V3.2'],
    ['Meta Llama 3.3', 'llama-3-3', 'llama-3-3'],
    ['Gemini 2.5 Flash', 'gemini-2.5-flash-lite', ''],
    // Several models match, so none is chosen: a wrong tie would move cost between models.
    ['Gemini 3 Pro', 'gemini-3-pro-preview gemini-3-pro-002', ''],
    ['Claude Sonnet 4.5', 'claude-sonnet-45 claude-sonnet-4-5', ''],
    // Names of the operator take precedence.
    ['Claude Sonnet 4.5', 'claude-sonnet-4-5 smart', 'smart', [['smart', 'Claude Sonnet 4.5']]],
  ] as const)('%s among %s is %s', (billed, sold, found, ties = [] as never) => {
    const models = sold.split(' ');
    const toMatch = addDisplayTies({ names: [billed], models, ties });
    expect(findAgreeingModels(toMatch).get(billed) ?? '').toBe(found);
  });
});
