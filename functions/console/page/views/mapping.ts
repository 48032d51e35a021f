import type { VNode } from 'preact';
import { button, field, h, list, table } from '#shared/report/view/element.ts';
import type { Typed } from '#shared/report/view/view.ts';
import { viewWords } from '#shared/report/view/words/view-words.ts';
import type { Desk } from '../desk.ts';
import { download } from '../download.ts';
import { columnsOf, type Entry } from '../entry.ts';
import { type Rules, rulesName, SUGGESTED, suggestedRules, USAGE_KINDS } from '../rules.ts';
import { namesIn } from '../settings/form.ts';
import type { Words } from '../words/words.ts';
import type { MappedFields, Preview } from '../worker/protocol.ts';
import { choice } from './choice.ts';

/** What a field is called; tokens by their kind, as in a report. */
const nameOf = (field: string, { mapping, id }: Words): string =>
  mapping.fields[field] ?? viewWords[id].findings.tokens[field.replace('tokens.', '')] ?? field;

/** A table, the rules that it is read by, and how they change. */
interface Form {
  readonly id: number;
  readonly rules: Rules;
  readonly columns: readonly string[];
  readonly fields: MappedFields[Rules['rows']];
  readonly words: Words;
  readonly change: (rules: Rules) => void;
}

/** A choice among the columns of a table; empty for none. */
function columnChoice(
  { columns, words }: Form,
  id: string,
  label: string,
  value: string,
  change: (column: string) => void,
): VNode {
  const options = columns.map((column) => [column, column] as const);
  return field(id, label, choice({ id }, value, [['', words.mapping.none], ...options], change));
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

const columnChoices = (form: Form, fields: Form['fields']): VNode[] =>
  fields.map(({ name, isRequired }) => {
    const { id, rules, words, change } = form;
    const label = `${nameOf(name, words)}${isRequired ? ' *' : ''}`;
    return columnChoice(form, `column-${id}-${name}`, label, String(rules.columns[name] ?? ''), (column) => {
      const { [name]: _, ...others } = rules.columns;
      change({ ...rules, columns: column === '' ? others : { ...others, [name]: column } });
    });
  });

/** How times and amounts are written. */
function manner({ id, rules, words: { mapping: say }, change }: Form): VNode[] {
  const one = (name: 'timeZone' | 'timeFormat' | 'divisor', placeholder: string) => {
    const { [name]: value, ...others } = rules;
    const shown = typeof value === 'object' ? '' : String(value ?? '');
    return typed(`${name}-${id}`, say[name], shown, placeholder, (text) =>
      change(text === '' ? others : { ...others, [name]: name === 'divisor' ? Number(text) : text }),
    );
  };
  return [one('timeZone', 'UTC'), one('timeFormat', 'DD.MM.YYYY HH:mm'), one('divisor', '1')];
}

/** Which column says what a line of usage is, and the texts in it that mean a charge, and so on. */
function sorts(form: Form): VNode[] {
  const { id, rules, words, change } = form;
  const { mapping: say } = words;
  const { kinds, ...rest } = rules;
  const column = columnChoice(form, `sorts-${id}`, say.sorts, kinds?.column ?? '', (name) =>
    change(name === '' ? rest : { ...rest, kinds: { ...kinds, column: name } }),
  );
  if (!kinds) return [column];
  const texts = (kind: (typeof USAGE_KINDS)[number]) =>
    typed(`sort-${kind}-${id}`, say.sort[kind], kinds[kind]?.join(', ') ?? '', '', (text) => {
      const { [kind]: _, ...others } = kinds;
      const given = text === '' ? {} : { [kind]: namesIn(text) };
      change({ ...rest, kinds: { ...others, column: kinds.column, ...given } });
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
  const around = { tabindex: 0, role: 'region', 'aria-label': say.preview };
  const heads = [say.row, ...names.map((name) => nameOf(name, words))];
  return table(around, { class: 'preview' }, heads, rows.map(line));
}

/** Whether a field has a column, or a constant of the rules file. */
const isGiven = (rules: Rules, name: string): boolean =>
  name in rules.columns || name in ((rules as { constants?: object }).constants ?? {});

function choices(form: Form): VNode {
  const { id, rules, columns, fields, words, change } = form;
  const { mapping: say } = words;
  const { common = [], others = [] } = Object.groupBy(fields, ({ name, isRequired }) =>
    isRequired || COMMON.has(name) ? 'common' : 'others',
  );
  const kinds = SUGGESTED.map((one) => [one, say.kinds[one]] as const);
  const kind = choice({ id: `kind-${id}` }, rules.rows, kinds, (one) =>
    change(suggestedRules(columns, one as (typeof SUGGESTED)[number])),
  );
  return h('div', [
    h('div.columns', field(`kind-${id}`, say.kind, kind), columnChoices(form, common)),
    h('details', [
      h('summary', { id: `rest-${id}` }, say.more),
      h('div.columns', [
        columnChoices(form, others),
        rules.rows === 'downstreamUsage' && sorts(form),
        manner(form),
      ]),
    ]),
  ]);
}

/** Whether a form can show the rules: those of logs, and of several columns for a field, come from a file only. */
const isChosenHere = ({ rows, columns }: Rules): boolean =>
  SUGGESTED.some((kind) => kind === rows) &&
  Object.values(columns).every((column) => typeof column === 'string');

/** Which column of a table is what, with what that makes of its first rows. */
export function mappingForm(entry: Entry, desk: Desk, words: Words): VNode {
  const { mapping: say } = words;
  const columns = columnsOf(entry);
  const rules = entry.rules ?? suggestedRules(columns);
  const fields = desk.fields[rules.rows];
  const change = (changed: Rules) => desk.mapByHand(entry, changed);
  const missing = fields.filter(({ name, isRequired }) => isRequired && !isGiven(rules, name));
  const names = missing.map(({ name }) => nameOf(name, words)).join(viewWords[words.id].rows.comma);
  const save = () =>
    download(rulesName(entry.file.name), 'application/json', `${JSON.stringify(rules, null, 2)}\n`);
  return h('div.mapping', { role: 'group', 'aria-label': say.heading(entry.file.name) }, [
    h('p.hint', say.hint),
    isChosenHere(rules) && choices({ id: entry.id, rules, columns, fields, words, change }),
    names !== '' && h('p.needed', { role: 'status' }, say.missing(names)),
    names === '' && entry.preview && [h('p.label', say.preview), previewTable(entry.preview, words)],
    h('div.choices', button({ class: 'quiet', onClick: save }, say.save)),
  ]);
}
