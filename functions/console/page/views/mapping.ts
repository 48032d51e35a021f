import type { VNode } from 'preact';
import { button, field, h, inputField, list, selectBox, table } from '#shared/report/view/element.ts';
import type { TextInput } from '#shared/report/view/view.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import { download } from '../download.ts';
import { columnsOf, type FileEntry } from '../file-entry.ts';
import {
  type ComposedPlace,
  isComposed,
  type MappingRules,
  mappingFileName,
  type Place,
  parseRules,
  SUGGESTED_ROWS,
  suggestRules,
} from '../mapping-rules.ts';
import type { PageState } from '../page-state.ts';
import { splitNames } from '../settings/form.ts';
import type { PageWords } from '../words/words.ts';
import type { MappedFields, Preview } from '../worker/protocol.ts';

/** Label of a field. Kinds of tokens are named as in a report. */
const fieldName = (field: string, { mapping, id }: PageWords): string =>
  mapping.fields[field] ?? viewWords[id].findings.tokens[field.replace('tokens.', '')] ?? field;

/** A table, its mapping rules, and the function that changes them. */
interface MappingForm {
  readonly id: number;
  readonly rules: MappingRules;
  readonly columns: readonly string[];
  readonly fields: MappedFields[MappingRules['rows']];
  readonly words: PageWords;
  readonly change: (rules: MappingRules) => void;
}

/** Choice among the columns of a table, an empty option for none, and other options of value and label. */
function columnChoice(
  { columns, words }: MappingForm,
  id: string,
  label: string,
  value: string,
  change: (column: string) => void,
  others: readonly (readonly [string, string])[] = [],
): VNode {
  const options = columns.map((column) => [column, column] as const);
  return field(
    id,
    label,
    selectBox({ id }, value, [['', words.mapping.none], ...options, ...others], change),
  );
}

/** Text field of the rules, which applies when the user leaves it. */
function textField(
  id: string,
  label: string,
  value: string,
  placeholder: string,
  change: (text: string) => void,
): VNode {
  const onChange = ({ currentTarget }: TextInput) => change(currentTarget.value.trim());
  return inputField(id, label, { value, placeholder, onChange });
}

/** Fields that most tables have. Other fields are in a collapsed section. */
const COMMON: ReadonlySet<string> = new Set([
  ...['requestId', 'channelId', 'status', 'userId'],
  ...['creditedAmount', 'feeAmount', 'refundAmount', 'currency'],
]);

/**
 * Places of a field other than one column: two joined columns, a part of a column, or columns of income and expenses.
 */
const SHAPES = ['join', 'part', 'in'] as const;
type Shape = (typeof SHAPES)[number];

const newPlace = (shape: Shape, column: string): ComposedPlace =>
  shape === 'join'
    ? { join: [column, ''] }
    : shape === 'part'
      ? { column, split: ' ', part: 1 }
      : { in: column, out: '' };

/** Value of the option for a shape. No column has such a name. */
const shapeValue = (shape: Shape): string => `\u0001${shape}`;

/** Fields for the columns of a composed place, or for a column, the text that splits it and the number of the part. */
function placeFields(
  form: MappingForm,
  name: string,
  place: ComposedPlace,
  set: (place: Place) => void,
): VNode[] {
  const { places: texts } = form.words.mapping;
  const [first = '', second = ''] = 'join' in place ? place.join : [];
  const parts: Readonly<Record<string, string | number>> = 'join' in place ? { first, second } : place;
  return Object.entries(parts).map(([part, value]) => {
    const id = `column-${form.id}-${name}-${part}`;
    const label = `${fieldName(name, form.words)}: ${texts[part]}`;
    const choose = (text: string) => {
      const changed = { ...parts, [part]: part === 'part' ? Number(text) : text };
      set(('join' in place ? { join: Object.values(changed) } : changed) as ComposedPlace);
    };
    if (part !== 'split' && part !== 'part') return columnChoice(form, id, label, String(value), choose);
    const onChange = ({ currentTarget }: TextInput) => choose(currentTarget.value);
    return inputField(id, label, { value: String(value), onChange });
  });
}

const columnChoices = (form: MappingForm, fields: MappingForm['fields']): (VNode | VNode[])[] =>
  fields.map(({ name, isRequired }) => {
    const { id, rules, words, change } = form;
    const place = rules.columns[name] ?? '';
    const set = (changed: Place) => {
      const { [name]: _, ...others } = rules.columns;
      change({ ...rules, columns: changed === '' ? others : { ...others, [name]: changed } });
    };
    const shapes = SHAPES.filter((shape) => shape !== 'in' || (name === 'amount' && rules.movements));
    const current =
      typeof place === 'string' ? place : shapeValue(shapes.find((shape) => shape in place) ?? 'part');
    const choose = (value: string) => {
      const shape = shapes.find((one) => shapeValue(one) === value);
      set(shape ? newPlace(shape, typeof place === 'string' ? place : '') : value);
    };
    return [
      columnChoice(
        form,
        `column-${id}-${name}`,
        `${fieldName(name, words)}${isRequired ? ' *' : ''}`,
        current,
        choose,
        shapes.map((shape) => [shapeValue(shape), words.mapping.shapes[shape]]),
      ),
      ...(isComposed(place) ? placeFields(form, name, place, set) : []),
    ];
  });

/** Fields for the format of times and amounts. */
function formatFields({ id, rules, words: { mapping: texts }, change }: MappingForm): VNode[] {
  const ruleField = (
    name: 'timeZone' | 'timeFormat' | 'divisor' | 'factor' | 'grain' | 'end',
    placeholder: string,
  ) => {
    const { [name]: value, ...others } = rules;
    const current = typeof value === 'object' ? '' : String(value ?? '');
    return textField(`${name}-${id}`, texts[name], current, placeholder, (text) =>
      change(text === '' ? others : { ...others, [name]: name === 'divisor' ? Number(text) : text }),
    );
  };
  return [
    ruleField('timeZone', 'UTC'),
    ruleField('timeFormat', 'DD.MM.YYYY HH:mm'),
    ruleField('divisor', '1'),
    ruleField('factor', '1'),
    ruleField('end', ''),
    rules.rows === 'upstreamCharges' ? ruleField('grain', 'day') : [],
  ].flat();
}

/** Form fields for the column with the kind of each row, and for the texts in it that mean each kind. */
function kindFields(
  form: MappingForm,
  key: 'kinds' | 'movements',
  label: string,
  labels: Readonly<Record<string, string>>,
): VNode[] {
  const { id, rules, change } = form;
  const { [key]: _, ...rest } = rules;
  const kinds: Readonly<Record<string, string | string[]>> | undefined = rules[key];
  const column = columnChoice(form, `${key}-${id}`, label, String(kinds?.column ?? ''), (name) =>
    change(name === '' ? rest : { ...rest, [key]: { ...kinds, column: name } }),
  );
  if (!kinds) return [column];
  const fields = Object.entries(labels).map(([kind, text]) =>
    textField(`${key}-${kind}-${id}`, text, [kinds[kind] ?? []].flat().join(', '), '', (typed) => {
      const { [kind]: _, ...others } = kinds;
      const given = typed === '' ? {} : { [kind]: splitNames(typed) };
      change({ ...rest, [key]: { ...others, ...given } });
    }),
  );
  return [column, ...fields];
}

const formatCell = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Preview of the first rows: their fields, or the reason why they cannot be read. */
function previewTable({ rows, problem }: Preview, words: PageWords): VNode {
  const { mapping: texts } = words;
  if (problem)
    return h('div.problem', { role: 'alert' }, list(problem.details.map((detail) => detail[words.id])));
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields ?? {})))];
  const line = ({ row, fields, reason }: Preview['rows'][number]) =>
    h('tr', [
      h('th', { scope: 'row' }, String(row)),
      fields
        ? names.map((name) => h('td', formatCell(fields[name])))
        : h('td', { colSpan: Math.max(1, names.length), class: 'loss' }, reason?.[words.id] ?? texts.skipped),
    ]);
  const region = { tabindex: 0, role: 'region', 'aria-label': texts.preview };
  const heads = [texts.row, ...names.map((name) => fieldName(name, words))];
  return table(region, { class: 'preview' }, heads, rows.map(line));
}

function columnFields(form: MappingForm): VNode {
  const { id, rules, columns, fields, words, change } = form;
  const { mapping: texts } = words;
  const { common = [], others = [] } = Object.groupBy(fields, ({ name, isRequired }) =>
    isRequired || COMMON.has(name) ? 'common' : 'others',
  );
  const kinds = SUGGESTED_ROWS.map((one) => [one, texts.kinds[one]] as const);
  const kind = selectBox({ id: `kind-${id}` }, rules.rows, kinds, (one) =>
    change(suggestRules(columns, one as (typeof SUGGESTED_ROWS)[number])),
  );
  return h('div', [
    h('div.columns', field(`kind-${id}`, texts.kind, kind), columnChoices(form, common)),
    h('details', [
      h('summary', { id: `rest-${id}` }, texts.more),
      h('div.columns', [
        columnChoices(form, others),
        rules.rows === 'downstreamUsage' && kindFields(form, 'kinds', texts.sorts, texts.sort),
        rules.rows === 'payments' && kindFields(form, 'movements', texts.movements, texts.movement),
        formatFields(form),
      ]),
    ]),
  ]);
}

/** The rules as text: every key of a mapping can be written here. Text that is no JSON changes nothing. */
function rulesText({ id, rules, words: { mapping: texts }, change }: MappingForm): VNode {
  const onChange = ({ currentTarget }: TextInput) => {
    const written = parseRules(currentTarget.value);
    if (written) change(written);
  };
  const value = JSON.stringify(rules, null, 2);
  return h('details', [
    h('summary', { id: `rules-${id}` }, texts.allKeys),
    h('textarea', {
      id: `json-${id}`,
      rows: 12,
      spellcheck: false,
      'aria-label': texts.allKeys,
      value,
      onChange,
    }),
  ]);
}

/** Whether the form can show the rules. Rules of logs, or with alternatives for a field, are shown as text only. */
const isEditable = ({ rows, columns }: MappingRules): boolean =>
  SUGGESTED_ROWS.some((kind) => kind === rows) &&
  Object.values(columns).every((place) => typeof place === 'string' || isComposed(place));

/** Form in which the user maps the columns of a table, with a preview of its first rows. */
export function mappingForm(entry: FileEntry, state: PageState, words: PageWords): VNode {
  const { mapping: texts } = words;
  const columns = columnsOf(entry);
  const rules = entry.rules ?? suggestRules(columns);
  const fields = state.fields[rules.rows];
  const change = (changed: MappingRules) => state.chooseRules(entry, changed);
  const given = { ...rules.columns, ...rules.constants };
  const missing = fields.filter(({ name, isRequired }) => isRequired && !(name in given));
  const names = missing.map(({ name }) => fieldName(name, words)).join(viewWords[words.id].rows.comma);
  const save = () =>
    download(mappingFileName(entry.file.name), 'application/json', `${JSON.stringify(rules, null, 2)}\n`);
  return h('div.mapping', { role: 'group', 'aria-label': texts.heading(entry.file.name) }, [
    h('p.hint', texts.hint),
    isEditable(rules) && columnFields({ id: entry.id, rules, columns, fields, words, change }),
    rulesText({ id: entry.id, rules, columns, fields, words, change }),
    names !== '' && h('p.needed', { role: 'status' }, texts.missing(names)),
    names === '' && entry.preview && [h('p.label', texts.preview), previewTable(entry.preview, words)],
    h('div.choices', button({ class: 'quiet', onClick: save }, texts.save)),
  ]);
}
