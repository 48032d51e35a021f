import type { VNode } from 'preact';
import { button, field, h, list, table } from '#shared/report-view/element.ts';
import type { Typed } from '#shared/report-view/view.ts';
import { viewWords } from '#shared/report-view/words/view-words.ts';
import { download } from '../download.ts';
import { columnsOf, type Entry } from '../entry.ts';
import { type Rules, rulesName, SUGGESTED, suggestedRules, USAGE_KINDS } from '../rules.ts';
import { namesIn } from '../settings/terms.ts';
import type { Words } from '../words/words.ts';
import type { MappedFields, Preview } from '../worker/protocol.ts';

/** What a field is called; tokens by their kind, as in a report. */
const nameOf = (field: string, { mapping, id }: Words): string =>
  mapping.fields[field] ?? viewWords[id].findings.tokens[field.replace('tokens.', '')] ?? field;

type Change = (entry: Entry, rules: Rules) => void;

/** The rules with another column, or none, for a field. */
function withColumn(rules: Rules, field: string, column: string): Rules {
  const { [field]: _, ...others } = rules.columns;
  return { ...rules, columns: column === '' ? others : { ...others, [field]: column } };
}

function select(
  id: string,
  label: string,
  value: string,
  options: readonly (readonly [value: string, label: string])[],
  change: (value: string) => void,
): VNode {
  return field(
    id,
    label,
    h(
      'select',
      { id, value, onChange: ({ currentTarget }: Typed) => change(currentTarget.value) },
      options.map(([name, text]) => h('option', { value: name, selected: name === value }, text)),
    ),
  );
}

/** A setting of the rules that is typed, and counts once it is left. */
function typed(
  id: string,
  label: string,
  value: string,
  placeholder: string,
  change: (text: string) => void,
): VNode {
  const onChange = ({ currentTarget }: Typed) => change(currentTarget.value.trim());
  return field(id, label, h('input', { id, value, placeholder, autocomplete: 'off', onChange }));
}

/** What most tables have; the other fields stand behind a summary. */
const COMMON: ReadonlySet<string> = new Set([
  ...['requestId', 'channelId', 'status', 'userId'],
  ...['creditedAmount', 'feeAmount', 'refundAmount', 'currency'],
]);

function columnChoices(
  entry: Entry,
  rules: Rules,
  fields: MappedFields[Rules['rows']],
  words: Words,
  change: Change,
): VNode[] {
  const { mapping: say } = words;
  const columns = columnsOf(entry).map((column) => [column, column] as const);
  return fields.map(({ name, isRequired }) =>
    select(
      `column-${entry.id}-${name}`,
      `${nameOf(name, words)}${isRequired ? ' *' : ''}`,
      String(rules.columns[name] ?? ''),
      [['', say.none], ...columns],
      (column) => change(entry, withColumn(rules, name, column)),
    ),
  );
}

function manner(entry: Entry, rules: Rules, words: Words, change: Change): VNode[] {
  const { mapping: say } = words;
  const { timeZone, timeFormat, divisor, ...rest } = rules;
  const set = (name: 'timeZone' | 'timeFormat' | 'divisor') => (text: string) => {
    const value = text === '' ? undefined : name === 'divisor' ? Number(text) : text;
    const all = { timeZone, timeFormat, divisor, [name]: value };
    const given = Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined));
    change(entry, { ...rest, ...given });
  };
  const id = (name: string) => `${name}-${entry.id}`;
  return [
    typed(id('timeZone'), say.timeZone, timeZone ?? '', 'UTC', set('timeZone')),
    typed(id('timeFormat'), say.timeFormat, timeFormat ?? '', 'DD.MM.YYYY HH:mm', set('timeFormat')),
    typed(
      id('divisor'),
      say.divisor,
      typeof divisor === 'number' ? String(divisor) : '',
      '1',
      set('divisor'),
    ),
  ];
}

/** Which column says what a line of usage is, and the texts in it that mean a charge, and so on. */
function sorts(entry: Entry, rules: Rules, words: Words, change: Change): VNode[] {
  const { mapping: say } = words;
  const { kinds, ...rest } = rules;
  const columns = columnsOf(entry).map((column) => [column, column] as const);
  const column = select(
    `sorts-${entry.id}`,
    say.sorts,
    kinds?.column ?? '',
    [['', say.none], ...columns],
    (name) => change(entry, name === '' ? rest : { ...rest, kinds: { ...kinds, column: name } }),
  );
  if (!kinds) return [column];
  const texts = (kind: (typeof USAGE_KINDS)[number]) =>
    typed(`sort-${kind}-${entry.id}`, say.sort[kind], kinds[kind]?.join(', ') ?? '', '', (text) => {
      const { [kind]: _, ...others } = kinds;
      const given = text === '' ? {} : { [kind]: namesIn(text) };
      change(entry, { ...rest, kinds: { ...others, column: kinds.column, ...given } });
    });
  return [column, ...USAGE_KINDS.map(texts)];
}

const cell = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** What the rules make of the first rows: their fields, or why they cannot be read. */
function previewTable({ rows, problem }: Preview, words: Words): VNode {
  const { mapping: say } = words;
  if (problem)
    return h('div.problem', { role: 'alert' }, list(problem.details.map((detail) => detail[words.id])));
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields ?? {})))];
  const line = ({ row, fields, reason }: Preview['rows'][number]) =>
    h('tr', [
      h('th', { scope: 'row' }, String(row)),
      fields
        ? names.map((name) => h('td', cell(fields[name])))
        : h('td', { colSpan: Math.max(1, names.length), class: 'loss' }, reason?.[words.id] ?? say.skipped),
    ]);
  const heads = [say.row, ...names.map((name) => nameOf(name, words))];
  return table(
    { tabindex: 0, role: 'region', 'aria-label': say.preview },
    { class: 'preview' },
    heads.map((head) => h('th', { scope: 'col' }, head)),
    rows.map(line),
  );
}

/** Whether a field has a column, or a constant of the rules file. */
const isGiven = (rules: Rules, name: string): boolean =>
  name in rules.columns || name in ((rules as { constants?: object }).constants ?? {});

function choices(
  entry: Entry,
  rules: Rules,
  fields: MappedFields[Rules['rows']],
  words: Words,
  change: Change,
): VNode {
  const { mapping: say } = words;
  const columns = columnsOf(entry);
  const isShown = ({ name, isRequired }: (typeof fields)[number]): boolean => isRequired || COMMON.has(name);
  const kind = select(
    `kind-${entry.id}`,
    say.kind,
    rules.rows,
    SUGGESTED.map((one) => [one, say.kinds[one]] as const),
    (one) => change(entry, suggestedRules(columns, one as (typeof SUGGESTED)[number])),
  );
  const rest = h('details', [
    h('summary', { id: `rest-${entry.id}` }, say.more),
    h('div.columns', [
      columnChoices(
        entry,
        rules,
        fields.filter((field) => !isShown(field)),
        words,
        change,
      ),
      rules.rows === 'downstreamUsage' && sorts(entry, rules, words, change),
      manner(entry, rules, words, change),
    ]),
  ]);
  return h('div', [
    h('div.columns', kind, columnChoices(entry, rules, fields.filter(isShown), words, change)),
    rest,
  ]);
}

/** Whether a form can show the rules: those of logs, and of several columns for a field, come from a file only. */
const isChosenHere = ({ rows, columns }: Rules): boolean =>
  SUGGESTED.some((kind) => kind === rows) &&
  Object.values(columns).every((column) => typeof column === 'string');

/**
 * Which column of a table is what, with what that makes of its first rows.
 */
export function mappingForm(entry: Entry, fields: MappedFields, words: Words, change: Change): VNode {
  const { mapping: say } = words;
  const columns = columnsOf(entry);
  const rules = entry.rules ?? suggestedRules(columns);
  const missing = fields[rules.rows]
    .filter(({ name, isRequired }) => isRequired && !isGiven(rules, name))
    .map(({ name }) => nameOf(name, words));
  const save = () =>
    download(rulesName(entry.file.name), 'application/json', `${JSON.stringify(rules, null, 2)}\n`);
  return h('div.mapping', { role: 'group', 'aria-label': say.heading(entry.file.name) }, [
    h('p.hint', say.hint),
    isChosenHere(rules) && choices(entry, rules, fields[rules.rows], words, change),
    missing.length > 0 && h('p.needed', { role: 'status' }, say.missing(missing.join(', '))),
    missing.length === 0 && entry.preview && h('p.label', say.preview),
    missing.length === 0 && entry.preview && previewTable(entry.preview, words),
    h('div.choices', button({ class: 'quiet', onClick: save }, say.save)),
  ]);
}
