import type { VNode } from 'preact';
import { toDecimal, toPlainText, ZERO } from '../../../money/money.ts';
import type { CauseLine } from '../../answer/cause-lines.ts';
import { marginShare } from '../../answer/shown.ts';
import { smallBar, sparkline } from '../charts/chart.ts';
import { changeOf } from '../earlier.ts';
import { button, h, table } from '../element.ts';
import { column, isLoss, lengthOf } from '../figures.ts';
import { filtered, type Place, TABLES, type TableKind } from '../place.ts';
import type { Part, Pressed, View } from '../view.ts';
import type { ViewWords } from '../words/view-words.ts';
import { lostByDay } from './lost-by-day.ts';
import { panel } from './panel.ts';

const COLUMNS = [
  ...(['lost', 'margin', 'marginRate', 'revenue', 'cost', 'estimatedCost', 'estimatedMargin'] as const),
  ...(['credited', 'requests', 'delta'] as const),
];
type Column = (typeof COLUMNS)[number];
type Name = 'model' | 'channelId' | 'userId' | 'day';

/** A line of any of the tables; its name stands under the table's own key. */
type Line = Readonly<Partial<Record<Column | Name, string | number | null>>>;

/** What names the lines of each table, and what a chosen line narrows the findings to. */
const TABLE: Readonly<Record<TableKind, { name: Name; filter: keyof Place }>> = {
  byModel: { name: 'model', filter: 'model' },
  byChannel: { name: 'channelId', filter: 'channelId' },
  byUser: { name: 'userId', filter: 'userId' },
  byDay: { name: 'day', filter: 'from' },
};
/** Columns that one reads from the least on: that is where money is lost. */
const LEAST_FIRST: ReadonlySet<string> = new Set(['name', 'margin', 'marginRate', 'estimatedMargin']);
const LINES_MIN = 12;
const LINES_STEP = 100;

/** What causes count as lost, by the name that they carry. */
function lostBy({ report: { summary }, traits }: View, kind: TableKind): Map<string, string> {
  const sums = new Map<string, ReturnType<typeof toDecimal>>();
  const add = (name: string | null, amount: string) =>
    name !== null && sums.set(name, (sums.get(name) ?? ZERO).plus(toDecimal(amount)));
  for (const [place, { side, counted, model, channelId }] of summary.causes.entries()) {
    if (side !== 'lost' || counted === '0') continue;
    if (kind === 'byModel') add(model, counted);
    else if (kind === 'byChannel') add(channelId, counted);
    else if (kind === 'byUser')
      for (const share of traits[place]?.shares ?? []) add(share.userId, share.counted);
  }
  return new Map([...sums].map(([name, sum]) => [name, toPlainText(sum)]));
}

/** The lines of a table, with what is lost by each and what it earns more than before. */
function linesOf(view: View, kind: TableKind): Line[] {
  const { report, earlier } = view;
  const { name } = TABLE[kind];
  if (kind === 'byDay') return report.summary.byDay.map((line) => ({ ...line }));
  const lines: readonly Line[] = kind === 'byUser' ? report.summary.byUser : report[kind];
  const lost = lostBy(view, kind);
  const before = earlier?.currency === report.currency ? earlier : undefined;
  return lines.map((line) => {
    const key = String(line[name]);
    return { ...line, lost: lost.get(key) ?? null, delta: changeOf(before, kind, key, moneyOf(line)) };
  });
}

/** Lines in the reader's order; an unknown figure stands last. */
function sorted(lines: readonly Line[], sort: string, name: Name): readonly Line[] {
  if (sort === '') return lines;
  const by = sort.replace('-', '') as Column | 'name';
  const sign = sort.startsWith('-') ? -1 : 1;
  if (by === 'name') return lines.toSorted((a, b) => sign * String(a[name]).localeCompare(String(b[name])));
  const rank = (line: Line) => Number(line[by] ?? Number.POSITIVE_INFINITY * sign);
  return lines.toSorted((a, b) => sign * (rank(a) - rank(b) || 0));
}

/** Columns of which something is known: without a bill nobody knows costs and margins. */
const toldColumns = (lines: readonly Line[]): readonly Column[] =>
  COLUMNS.filter((one) => lines.some((line) => (line[one] ?? null) !== null));

const moneyOf = (line: Line): string => String(line.margin ?? line.revenue);

/** What the cells of a column say, with the exact amount of money. */
function cellsOf(
  lines: readonly Line[],
  one: Column,
  { language }: View,
): { text: string; title?: string }[] {
  const values = lines.map((line) => line[one] ?? null);
  if (one === 'requests') return values.map((value) => ({ text: Number(value).toLocaleString('en-US') }));
  if (one === 'marginRate')
    return values.map((value) => ({ text: value === null ? '–' : marginShare(Number(value), language) }));
  return column(values.map((value) => (value === null ? null : String(value))));
}

const labelOf = (one: Column | 'name', kind: TableKind, { tables, earlier }: ViewWords): string =>
  one === 'delta' ? earlier.delta : tables[one === 'name' ? TABLE[kind].name : one];

function head(one: Column | 'name', kind: TableKind, { words, place, act }: View): VNode {
  const { tables } = words;
  const label = labelOf(one, kind, words);
  const isSorted = place.sort.replace('-', '') === one && place.table === kind;
  const isDescending = place.sort.startsWith('-');
  const next = (isSorted ? isDescending : LEAST_FIRST.has(one)) ? one : `-${one}`;
  const order = isSorted ? (isDescending ? 'descending' : 'ascending') : undefined;
  return h(
    'th',
    { scope: 'col', class: one === 'name' ? '' : 'num', ...(order && { 'aria-sort': order }) },
    act
      ? button(
          { id: `sort-${one}`, title: tables.sort(label), onClick: () => act.go({ sort: next }) },
          label,
          h('span.arrow', { 'aria-hidden': 'true' }, order && { ascending: '↑', descending: '↓' }[order]),
        )
      : label,
  );
}

/** The name of a line: chosen, it narrows the findings to what they say of it. */
function nameCell(label: string, kind: TableKind, { words, place, act, channelNames }: View): VNode {
  const { filter } = TABLE[kind];
  const called = kind === 'byChannel' ? channelNames?.[label] : undefined;
  const text = label === 'unassigned' ? h('i', words.tables.unassigned) : label;
  const isChosen = place[filter] === label;
  const value = isChosen ? '' : label;
  const onClick = () => act?.go(filtered({ [filter]: value, ...(kind === 'byDay' && { to: value }) }), true);
  return h('th', { scope: 'row', title: [label, called].filter(Boolean).join(' ') }, [
    act && label !== 'unassigned' ? button({ class: 'name', 'aria-pressed': isChosen, onClick }, text) : text,
    called && h('span.called', ` ${called}`),
  ]);
}

/** Cells of a column, below each other; on a narrow screen each has its label. */
function columnCells(lines: readonly Line[], one: Column, kind: TableKind, view: View): VNode[] {
  const label = labelOf(one, kind, view.words);
  return cellsOf(lines, one, view).map(({ text, title }, at) => {
    const isBad = (one === 'margin' || one === 'delta') && isLoss(String(lines[at]?.[one]));
    const attributes = { class: isBad ? 'num loss' : 'num', 'data-label': label, ...(title && { title }) };
    return h('td', attributes, text);
  });
}

/** What is drawn in a line, with the head above it: when it lost money, and what it earned. */
function barsOf(view: View, kind: TableKind, all: readonly Line[]): [Part[], (line: Line) => Part[]] {
  const { name } = TABLE[kind];
  const widest = Math.max(0, ...all.map((line) => Math.abs(lengthOf(moneyOf(line)))));
  const isOneSided = !all.some((line) => isLoss(moneyOf(line)));
  const lostBy = view.act && name !== 'day' ? lostByDay(view, name) : undefined;
  return [
    [lostBy ? h('th', { scope: 'col', class: 'bars' }, view.words.tables.lostOver) : null, h('td.bars')],
    (line) => [
      ...(lostBy ? [sparkline(lostBy(String(line[name])))] : []),
      smallBar(lengthOf(moneyOf(line)), widest, isOneSided),
    ],
  ];
}

function grid(view: View, kind: TableKind): Part[] {
  const { words, place, act } = view;
  const { name, filter } = TABLE[kind];
  const all = linesOf(view, kind);
  const columns = toldColumns(all);
  const [barHeads, bars] = barsOf(view, kind, all);
  const lines = sorted(all, place.table === kind ? place.sort : '', name);
  const most = act ? Number(place.lines) || LINES_MIN : lines.length;
  const shown = lines.slice(0, most);
  const cells = columns.map((one) => columnCells(shown, one, kind, view));
  const rows = shown.map((line, at) =>
    h('tr', { key: String(line[name]), class: place[filter] === line[name] ? 'chosen' : '' }, [
      nameCell(String(line[name]), kind, view),
      cells.map((column) => column[at]),
      bars(line).map((bar) => h('td.bars', bar)),
    ]),
  );
  const heads = (['name', ...columns] as const).map((one) => head(one, kind, view));
  const more = {
    class: 'quiet',
    id: 'more-lines',
    onClick: () => act?.go({ lines: String(most + LINES_STEP) }),
  };
  return [
    table({ tabindex: 0, role: 'region', 'aria-label': words.tables[kind] }, {}, [heads, barHeads], rows),
    lines.length > most && button(more, words.tables.more(Math.min(LINES_STEP, lines.length - most))),
    kind === 'byUser' && view.report.summary.cut.includes('byUser') && h('p.hint', words.tables.cut),
  ];
}

interface Focusable {
  focus(): void;
  readonly ownerDocument: { readonly activeElement: { readonly role?: string | null } | null };
}

function tabs({ words, place, act }: View): VNode {
  const choose = (table: TableKind) => act?.go({ table, sort: '', lines: '' }, true);
  const onKeyDown = (kind: TableKind) => (event: Pressed) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    choose(TABLES[(TABLES.indexOf(kind) + step + TABLES.length) % TABLES.length] as TableKind);
  };
  const tab = (kind: TableKind) => {
    const isChosen = kind === place.table;
    const attributes = {
      role: 'tab',
      id: `tab-${kind}`,
      'aria-controls': 'table-panel',
      'aria-selected': isChosen,
      tabindex: isChosen ? 0 : -1,
      onClick: () => choose(kind),
      onKeyDown: onKeyDown(kind),
      // Arrow keys choose another tab, which takes the focus from the one before.
      ref: (node: Focusable | null) => {
        if (isChosen && node?.ownerDocument.activeElement?.role === 'tab') node.focus();
      },
    };
    return button(attributes, words.tables[kind]);
  };
  return h('div', { role: 'tablist', 'aria-label': words.tables.heading }, TABLES.map(tab));
}

/** By model, channel, customer and day: sortable, with bars, each line a way to its findings. On paper all of them. */
export function tables(view: View, lines: readonly CauseLine[]): VNode {
  const { words, place, act, report } = view;
  const tabPanel = { id: 'table-panel', role: 'tabpanel', 'aria-labelledby': `tab-${place.table}` };
  return h('section.card.tables', { 'aria-labelledby': 'tables' }, [
    h('h2', { id: 'tables' }, words.tables.heading, h('span.unit', report.currency)),
    act
      ? [tabs(view), h('div', tabPanel, grid(view, place.table)), panel(lines, view)]
      : TABLES.map((kind) =>
          h('div', { class: `table ${kind}` }, h('h3', words.tables[kind]), grid(view, kind)),
        ),
  ]);
}
