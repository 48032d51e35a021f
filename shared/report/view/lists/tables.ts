import type { VNode } from 'preact';
import { UNASSIGNED } from '../../../log-facts.ts';
import { toDecimal, toPlainText, ZERO } from '../../../money/money.ts';
import type { CauseLine } from '../../answer/cause-lines.ts';
import { isUncompared } from '../../answer/compared.ts';
import { formatCount, formatMarginRate } from '../../answer/format-amount.ts';
import { listTotalRows, sumRows, TOTAL_LABELS } from '../../answer/table-totals.ts';
import { smallBar } from '../charts/chart.ts';
import { computeChange } from '../earlier.ts';
import { button, h, table } from '../element.ts';
import { formatColumnCells, isVisibleLoss, negate, toLength } from '../figures.ts';
import type { GroupField } from '../finding-sums.ts';
import type { KeyInput, View, ViewPart } from '../view.ts';
import { listFilters, TABLES, type TableKind, type ViewState, withFilters } from '../view-state.ts';
import type { ViewWords } from '../words/view-words.ts';
import { selectionPanel } from './panel.ts';

const COLUMNS = [
  ...(['lost', 'owed', 'doubtful', 'margin', 'marginRate', 'revenue', 'cost'] as const),
  ...(['estimatedCost', 'estimatedMargin', 'credited', 'requests', 'findings', 'delta'] as const),
];
/** Columns of counts. */
const COUNTS: ReadonlySet<Column> = new Set(['requests', 'findings']);
type Column = (typeof COLUMNS)[number];
type Name = GroupField;

/** Row of a table. Its name is under the key of its table. */
type Line = Readonly<Partial<Record<Column | Name, string | number | null>>>;

/** Key of the rows' names in each table, and the filter that selecting a row sets. */
const TABLE: Readonly<Record<TableKind, { name: Name; filter: keyof ViewState }>> = {
  byModel: { name: 'model', filter: 'model' },
  byChannel: { name: 'channelId', filter: 'channelId' },
  byUser: { name: 'userId', filter: 'userId' },
  byDay: { name: 'day', filter: 'from' },
};
/** Columns that are sorted in ascending order first, because losses are at the lower end. */
const LEAST_FIRST: ReadonlySet<string> = new Set(['name', 'margin', 'marginRate', 'estimatedMargin']);
const LINES_MIN = 12;
const LINES_STEP = 100;
/** Number of rows of a table that are printed, as in the style sheet for paper. */
const PRINTED_MAX = 300;

/** Sums of the amounts that causes count as lost, by the name of the row. */
function lostBy({ report: { summary }, traits, losses }: View, kind: TableKind): Map<string, string> {
  const sums = new Map<string, ReturnType<typeof toDecimal>>();
  const add = (name: string | null, amount: string) =>
    name !== null && sums.set(name, (sums.get(name) ?? ZERO).plus(toDecimal(amount)));
  for (const [index, cause] of summary.causes.entries()) {
    const { side, counted, model, channelId } = cause;
    if (side !== 'lost' || !losses.causes.has(cause)) continue;
    if (kind === 'byModel') add(model, counted);
    else if (kind === 'byChannel') add(channelId, counted);
    else if (kind === 'byUser')
      for (const share of traits[index]?.shares ?? []) add(share.userId, share.counted);
  }
  return new Map([...sums].map(([name, sum]) => [name, toPlainText(sum)]));
}

/** Rows of a table by the findings that the filters select: the report has no other figures for a selection. */
function linesOfFindings({ found }: View, kind: TableKind): Line[] {
  const { name } = TABLE[kind];
  const lines = [...found.groupBy(name)].map(([key, { count, sums }]): Line => {
    const filled = Object.entries(sums).filter(([, sum]) => sum !== '0');
    return { [name]: key, ...Object.fromEntries(filled), findings: count };
  });
  return sorted(lines, kind === 'byDay' ? '-name' : '-lost', name);
}

/** Rows of a table that the filters select, with their losses and their change since the earlier report. */
function linesOf(view: View, kind: TableKind): readonly Line[] {
  const { state, found } = view;
  const { name, filter } = TABLE[kind];
  const set = listFilters(state);
  if (set.length === 0) return allLines(view, kind);
  if (set.some((one) => one !== filter && !(kind === 'byDay' && one === 'to')))
    return linesOfFindings(view, kind);
  const isChosen = (key: string) =>
    kind === 'byDay' ? state.from <= key && key <= (state.to || state.from) : key === state[filter];
  const own = allLines(view, kind).filter((line) => isChosen(String(line[name])));
  // Without a row for the filter, build rows from the findings: the report of a single day has hours instead of days,
  // and several models can share a row.
  return own.length > 0 || !found.findings.length ? own : linesOfFindings(view, kind);
}

function allLines(view: View, kind: TableKind): Line[] {
  const { report, earlier } = view;
  const { name } = TABLE[kind];
  if (kind === 'byDay') return report.summary.byDay.map((line) => ({ ...line }));
  const lines: readonly Line[] = kind === 'byUser' ? report.summary.byUser : report[kind];
  const lost = lostBy(view, kind);
  const before = earlier?.currency === report.currency ? earlier : undefined;
  return lines.map((line) => {
    const key = String(line[name]);
    return { ...line, lost: lost.get(key) ?? null, delta: computeChange(before, kind, key, moneyOf(line)) };
  });
}

/** Sorts rows by the selected column. Unknown figures come last. */
function sorted(lines: readonly Line[], sort: string, name: Name): Line[] {
  if (sort === '') return [...lines];
  const by = sort.replace('-', '') as Column | 'name';
  const sign = sort.startsWith('-') ? -1 : 1;
  if (by === 'name') return lines.toSorted((a, b) => sign * String(a[name]).localeCompare(String(b[name])));
  const rank = (line: Line) => Number(line[by] ?? Number.POSITIVE_INFINITY * sign);
  return lines.toSorted((a, b) => sign * (rank(a) - rank(b) || 0));
}

/** Columns that have a figure in some row. Without a bill, there are no costs and margins. */
const filledColumns = (lines: readonly Line[]): readonly Column[] =>
  COLUMNS.filter((name) => lines.some((line) => (line[name] ?? null) !== null));

const moneyOf = ({ margin, revenue, lost }: Line): string =>
  String(margin ?? revenue ?? negate(`${lost ?? 0}`));

/** Texts of the cells of a column, with exact amounts as titles. */
function cellsOf(
  lines: readonly Line[],
  one: Column,
  { language }: View,
): { text: string; title?: string }[] {
  const values = lines.map((line) => line[one] ?? null);
  if (COUNTS.has(one))
    return values.map((value) => ({ text: value === null ? '–' : formatCount(Number(value)) }));
  if (one === 'marginRate')
    return values.map((value) => ({
      text: value === null ? '–' : formatMarginRate(Number(value), language),
    }));
  return formatColumnCells(values.map((value) => (value === null ? null : String(value))));
}

const labelOf = (one: Column | 'name', kind: TableKind, { tables, earlier }: ViewWords): string =>
  one === 'delta' ? earlier.delta : tables[one === 'name' ? TABLE[kind].name : one];

function head(one: Column | 'name', kind: TableKind, { words, state, act }: View): VNode {
  const { tables } = words;
  const label = labelOf(one, kind, words);
  const isSorted = state.sort.replace('-', '') === one && state.table === kind;
  const isDescending = state.sort.startsWith('-');
  const next = (isSorted ? isDescending : LEAST_FIRST.has(one)) ? one : `-${one}`;
  const order = isSorted ? (isDescending ? 'descending' : 'ascending') : undefined;
  return h(
    'th',
    { scope: 'col', class: one === 'name' ? '' : 'num', ...(order && { 'aria-sort': order }) },
    act
      ? button(
          { id: `sort-${one}`, title: tables.sort(label), onClick: () => act.changeState({ sort: next }) },
          label,
          h('span.arrow', { 'aria-hidden': 'true' }, order && { ascending: '↑', descending: '↓' }[order]),
        )
      : label,
  );
}

/** Cell with the name of a row. Clicking it filters the findings by this name. */
function nameCell(label: string, kind: TableKind, { words, state, act, channelNames }: View): VNode {
  const { filter } = TABLE[kind];
  const channelName = kind === 'byChannel' ? channelNames[label] : undefined;
  const text = label === UNASSIGNED ? h('i', words.tables.unassigned) : label;
  const isChosen = state[filter] === label;
  const value = isChosen ? '' : label;
  const onClick = () =>
    act?.changeState(withFilters({ [filter]: value, ...(kind === 'byDay' && { to: value }) }), true);
  return h('th', { scope: 'row', title: [label, channelName].filter(Boolean).join(' ') }, [
    act && label !== UNASSIGNED ? button({ class: 'name', 'aria-pressed': isChosen, onClick }, text) : text,
    channelName && h('span.called', ` ${channelName}`),
  ]);
}

/** Whether money was lost in a row: a margin below 0 can have other reasons. */
const isLoss = (line: Line, { losses }: View): boolean =>
  line.day === undefined ? (line.lost ?? null) !== null : losses.isLoss(String(line.day));

/** Cells of a column. Each has its label, which narrow screens show. */
function columnCells(
  lines: readonly Line[],
  one: Column,
  kind: TableKind,
  view: View,
  isRed = (line: Line) => isLoss(line, view),
): VNode[] {
  const label = labelOf(one, kind, view.words);
  return cellsOf(lines, one, view).map(({ text, title }, at) => {
    const line = lines[at] as Line;
    const isBad = (one === 'delta' || (one === 'margin' && isRed(line))) && isVisibleLoss(String(line[one]));
    const attributes = { class: isBad ? 'num loss' : 'num', 'data-label': label, ...(title && { title }) };
    return h('td', attributes, text);
  });
}

/** Rows below a table, in grey how its rows differ from the total. With filters, only the sum of the rows. */
function totalRows(view: View, kind: TableKind, columns: readonly Column[], lines: readonly Line[]): VNode[] {
  if (lines.length === 0) return [];
  const rows =
    listFilters(view.state).length > 0
      ? [{ kind: 'total', figures: sumRows(lines, columns) } as const]
      : listTotalRows(kind, lines, columns, view.all.report);
  return rows.map(({ kind: row, figures }) =>
    h('tr', { key: row, class: row === 'total' ? row : 'outside' }, [
      h('th', { scope: 'row' }, TOTAL_LABELS[row][view.language]),
      columns.map(
        (one) => columnCells([figures], one, kind, view, () => row === 'total' && !view.losses.areHidden)[0],
      ),
    ]),
  );
}

function grid(view: View, kind: TableKind): ViewPart[] {
  const { words, state, act, isPrinted } = view;
  const { name, filter } = TABLE[kind];
  const all = linesOf(view, kind);
  const columns = filledColumns(all);
  const amounts = all.map((line) => toLength(moneyOf(line)));
  const widest = Math.max(0, ...amounts.map(Math.abs));
  const isOneSided = !all.some((line) => isVisibleLoss(moneyOf(line)));
  const lines = sorted(all, state.table === kind ? state.sort : '', name);
  const most = act ? Number(state.lines) || LINES_MIN : isPrinted ? PRINTED_MAX : lines.length;
  const shown = lines.slice(0, most);
  const cells = columns.map((one) => columnCells(shown, one, kind, view));
  const rowClass = (line: Line): string =>
    state[filter] === line[name]
      ? 'chosen'
      : isUncompared(line as Parameters<typeof isUncompared>[0])
        ? 'uncompared'
        : '';
  const rows = shown.map((line, at) =>
    h('tr', { key: String(line[name]), class: rowClass(line) }, [
      nameCell(String(line[name]), kind, view),
      cells.map((column) => column[at]),
      h('td.bars', smallBar(toLength(moneyOf(line)), widest, isOneSided, isLoss(line, view))),
    ]),
  );
  const totals = totalRows(view, kind, columns, all);
  const heads = (['name', ...columns] as const).map((one) => head(one, kind, view));
  const more = {
    class: 'quiet',
    id: 'more-lines',
    onClick: () => act?.changeState({ lines: String(most + LINES_STEP) }),
  };
  return [
    table(
      { tabindex: 0, role: 'region', 'aria-label': words.tables[kind] },
      {},
      [heads, h('td.bars')],
      [rows, totals],
    ),
    // Explain why rows are missing on paper: the style sheet hides all but the first.
    !act && lines.length > PRINTED_MAX && h('p.hint.paper', words.tables.onPaper(PRINTED_MAX, lines.length)),
    act !== undefined &&
      lines.length > most &&
      button(more, words.tables.more(Math.min(LINES_STEP, lines.length - most))),
    kind === 'byUser' && view.report.summary.cut.includes('byUser') && h('p.hint', words.tables.cut),
  ];
}

interface Focusable {
  focus(): void;
  readonly ownerDocument: { readonly activeElement: { readonly role?: string | null } | null };
}

function tabs({ words, state, act }: View): VNode {
  const choose = (table: TableKind) => act?.changeState({ table, sort: '', lines: '' }, true);
  const onKeyDown = (kind: TableKind) => (event: KeyInput) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    choose(TABLES[(TABLES.indexOf(kind) + step + TABLES.length) % TABLES.length] as TableKind);
  };
  const tab = (kind: TableKind) => {
    const isChosen = kind === state.table;
    const attributes = {
      role: 'tab',
      id: `tab-${kind}`,
      'aria-controls': 'table-panel',
      'aria-selected': isChosen,
      tabindex: isChosen ? 0 : -1,
      onClick: () => choose(kind),
      onKeyDown: onKeyDown(kind),
      // Move the focus if another tab has it: the user selected this tab with an arrow key.
      ref: (node: Focusable | null) => {
        if (isChosen && node?.ownerDocument.activeElement?.role === 'tab') node.focus();
      },
    };
    return button(attributes, words.tables[kind]);
  };
  return h('div', { role: 'tablist', 'aria-label': words.tables.heading }, TABLES.map(tab));
}

/**
 * Section with the tables by model, channel, customer and day, which the user can sort. On the screen it shows one of
 * them, on paper all.
 */
export function tableSection(view: View, lines: readonly CauseLine[]): VNode {
  const { words, state, act, report } = view;
  const tabPanel = { id: 'table-panel', role: 'tabpanel', 'aria-labelledby': `tab-${state.table}` };
  return h('section.card.tables', { 'aria-labelledby': 'tables' }, [
    h('h2', { id: 'tables' }, words.tables.heading, h('span.unit', report.currency)),
    act
      ? [tabs(view), h('div', tabPanel, grid(view, state.table)), selectionPanel(lines, view)]
      : TABLES.map((kind) =>
          h('div', { class: `table ${kind}` }, h('h3', words.tables[kind]), grid(view, kind)),
        ),
  ]);
}
