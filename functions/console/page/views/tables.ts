import { h } from '../element.ts';
import { aligned } from './aligned.ts';
import { barLength } from './bar-length.ts';
import type { View } from './view.ts';

type Column = 'requests' | 'revenue' | 'cost' | 'margin' | 'marginRate' | 'credited';
type Kind = 'byModel' | 'byChannel' | 'byUser';

/** A line of any of the three tables; its name stands under the table's own key. */
type Line = Readonly<Partial<Record<Column | 'model' | 'channelId' | 'userId', string | number | null>>>;

const TABLES: Readonly<Record<Kind, { name: 'model' | 'channelId' | 'userId'; columns: readonly Column[] }>> =
  {
    byModel: { name: 'model', columns: ['margin', 'marginRate', 'revenue', 'cost', 'requests'] },
    byChannel: { name: 'channelId', columns: ['margin', 'marginRate', 'revenue', 'cost', 'requests'] },
    byUser: { name: 'userId', columns: ['margin', 'revenue', 'cost', 'credited', 'requests'] },
  };
const KINDS = Object.keys(TABLES) as Kind[];
/** Columns that one reads from the least on: that is where money is lost. */
const LEAST_FIRST: ReadonlySet<string> = new Set(['name', 'margin', 'marginRate']);
const LINES_MIN = 12;
const LINES_STEP = 100;

/** How the reader looks at the tables; it outlives a redraw. Without a column, lines stand as the report has them. */
const look: {
  kind: Kind;
  column: Column | 'name' | undefined;
  descending: boolean;
  search: string;
  lines: number;
} = {
  ...{ kind: 'byModel', column: undefined, descending: false, search: '', lines: LINES_MIN },
};

const linesOf = ({ report }: View, kind: Kind): readonly Line[] =>
  kind === 'byUser' ? report.summary.byUser : report[kind];

/** Lines in the reader's order; an unknown figure stands last. */
function sorted(lines: readonly Line[]): readonly Line[] {
  const { column, descending, kind } = look;
  if (column === undefined) return lines;
  const sign = descending ? -1 : 1;
  if (column === 'name') {
    const { name } = TABLES[kind];
    return lines.toSorted((a, b) => sign * String(a[name]).localeCompare(String(b[name])));
  }
  const rank = (line: Line) => Number(line[column] ?? Number.POSITIVE_INFINITY * sign);
  return lines.toSorted((a, b) => sign * (rank(a) - rank(b) || 0));
}

/** Columns of which something is known: without a bill nobody knows costs and margins. */
const toldColumns = (kind: Kind, lines: readonly Line[]): readonly Column[] =>
  TABLES[kind].columns.filter((column) => lines.some((line) => (line[column] ?? null) !== null));

const written = (line: Line, column: Column): string => {
  const value = line[column];
  if (value === null || value === undefined) return '–';
  return column === 'marginRate' ? `${(Number(value) * 100).toFixed(1)} %` : String(value);
};

const moneyOf = (line: Line): string => String(line.margin ?? line.revenue);

/** A bar from the middle, losses to the left, gains to the right; from the left where nothing is lost. */
function bar(line: Line, widest: number, isOneSided: boolean): HTMLElement {
  const length = barLength(moneyOf(line));
  const fill = h('span', { class: length < 0 ? 'loss' : 'gain' });
  fill.style.setProperty('--share', String(widest === 0 ? 0 : Math.abs(length) / widest));
  return h('span', { class: isOneSided ? 'bar one-sided' : 'bar', 'aria-hidden': 'true' }, fill);
}

function head(column: Column | 'name', { words: { tables } }: View, redraw: () => void): HTMLElement {
  const label = tables[column === 'name' ? TABLES[look.kind].name : column];
  const isSorted = look.column === column;
  const order = isSorted ? (look.descending ? 'descending' : 'ascending') : undefined;
  const onclick = () => {
    look.descending = isSorted ? !look.descending : !LEAST_FIRST.has(column);
    look.column = column;
    redraw();
  };
  const arrow = order === undefined ? '' : { ascending: '↑', descending: '↓' }[order];
  return h(
    'th',
    { scope: 'col', class: column === 'name' ? '' : 'num', 'aria-sort': order },
    h(
      'button',
      { type: 'button', id: `sort-${column}`, title: tables.sort(label), onclick },
      label,
      h('span', { class: 'arrow', 'aria-hidden': 'true' }, arrow),
    ),
  );
}

function row(
  line: Line,
  columns: readonly Column[],
  cells: readonly string[],
  widest: number,
  isOneSided: boolean,
  { words }: View,
): HTMLElement {
  const { name } = TABLES[look.kind];
  const label = String(line[name]);
  const isLoss = String(line.margin).startsWith('-');
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row', title: label },
      label === 'unassigned' ? h('i', {}, words.tables.unassigned) : label,
    ),
    columns.map((column, index) =>
      h('td', { class: `num${column === 'margin' && isLoss ? ' loss' : ''}` }, cells[index]),
    ),
    h('td', { class: 'bars' }, bar(line, widest, isOneSided)),
  );
}

function grid(view: View, redraw: () => void): HTMLElement {
  const { tables } = view.words;
  const { kind } = look;
  const { name } = TABLES[kind];
  const all = linesOf(view, kind);
  const columns = toldColumns(kind, all);
  const widest = Math.max(0, ...all.map((line) => Math.abs(barLength(moneyOf(line)))));
  const isOneSided = !all.some((line) => moneyOf(line).startsWith('-'));
  const needle = look.search.trim().toLowerCase();
  const found = sorted(all).filter((line) => String(line[name]).toLowerCase().includes(needle));
  const heads = (['name', ...columns] as const).map((column) => head(column, view, redraw));
  const shown = found.slice(0, look.lines);
  const cells = columns.map((column) => aligned(shown.map((line) => written(line, column))));
  const onclick = () => {
    look.lines += LINES_STEP;
    redraw();
  };
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': tables[kind] },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, heads, h('td', { class: 'bars' }))),
        h(
          'tbody',
          {},
          shown.map((line, at) => {
            const texts = cells.map((column) => column[at] ?? '');
            return row(line, columns, texts, widest, isOneSided, view);
          }),
        ),
      ),
    ),
    found.length === 0 && h('p', { class: 'hint' }, tables.none),
    found.length > look.lines &&
      h(
        'button',
        { type: 'button', class: 'quiet', id: 'more-lines', onclick },
        tables.more(Math.min(LINES_STEP, found.length - look.lines)),
      ),
    kind === 'byUser' && view.report.summary.cut.includes('byUser') && h('p', { class: 'hint' }, tables.cut),
  );
}

/** By model, channel and customer: sortable, searchable, with bars. */
export function tables(view: View): HTMLElement {
  const { words } = view;
  const panel = h('div', { id: 'table-panel', role: 'tabpanel' });
  const redraw = () => {
    const focused = document.activeElement?.id ?? '';
    panel.replaceChildren(grid(view, redraw));
    panel.setAttribute('aria-labelledby', `tab-${look.kind}`);
    for (const [index, tab] of tabs.entries()) {
      const isChosen = KINDS[index] === look.kind;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    if (focused !== '') document.getElementById(focused)?.focus();
  };
  const choose = (kind: Kind) => {
    Object.assign(look, { kind, column: undefined, descending: false, lines: LINES_MIN });
    redraw();
  };
  const onkeydown = (index: number) => (event: Event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key];
    if (step === undefined) return;
    const next = (index + step + KINDS.length) % KINDS.length;
    choose(KINDS[next] as Kind);
    tabs[next]?.focus();
  };
  const tabs = KINDS.map((kind, index) => {
    const attributes = { type: 'button', role: 'tab', id: `tab-${kind}`, 'aria-controls': 'table-panel' };
    return h(
      'button',
      { ...attributes, onclick: () => choose(kind), onkeydown: onkeydown(index) },
      words.tables[kind],
    );
  });
  const search = h('input', {
    ...{ type: 'search', id: 'search-lines', value: look.search, placeholder: words.tables.search },
    'aria-label': words.tables.search,
    oninput: () => {
      look.search = search.value;
      redraw();
    },
  });
  redraw();
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'tables' },
    h('h2', { id: 'tables' }, words.tables.heading, h('span', { class: 'unit' }, view.report.currency)),
    h(
      'div',
      { class: 'bar-of-tools' },
      h('div', { role: 'tablist', 'aria-label': words.tables.heading }, tabs),
      search,
    ),
    panel,
  );
}
