import type { Side } from '../../schemas/lists.ts';

/** Tables of a report. */
export const TABLES = ['byModel', 'byChannel', 'byUser', 'byDay'] as const;
/** Name of a table of a report. */
export type TableKind = (typeof TABLES)[number];

/**
 * State of the view, with its filters, stored in the hash of the address. Empty texts mean no filter and the default.
 */
export interface ViewState {
  /** View of the page: files (empty) or the report. A saved report always shows the report. */
  readonly view: '' | 'report';
  readonly table: TableKind;
  /** Column by which the table is sorted, with `-` in front for descending order. */
  readonly sort: string;
  /** Number of rows of the table that are shown. */
  readonly lines: string;
  readonly model: string;
  readonly channelId: string;
  readonly userId: string;
  readonly side: '' | Side;
  /** First and last day of a filter, both included. */
  readonly from: string;
  readonly to: string;
  readonly find: string;
  readonly page: string;
  /** Ids of the causes that are expanded, separated by commas. */
  readonly open: string;
}

/** No filters. */
export const NO_FILTERS = {
  model: '',
  channelId: '',
  userId: '',
  side: '',
  from: '',
  to: '',
  find: '',
} as const satisfies Partial<ViewState>;

/** State of the view at the start. */
export const INITIAL_VIEW: ViewState = {
  view: '',
  table: 'byModel',
  sort: '',
  lines: '',
  ...NO_FILTERS,
  page: '',
  open: '',
};

/** Lists the names of the filters that are set. */
export const listFilters = (state: ViewState): string[] =>
  Object.keys(NO_FILTERS).filter((name) => state[name as keyof ViewState] !== '');

const NAMES = Object.keys(INITIAL_VIEW) as (keyof ViewState)[];

/**
 * Parses the state of the view from the hash of the address. Ignores unknown names; missing ones have their initial
 * value.
 */
export function parseHash(hash: string): ViewState {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const state = {
    ...INITIAL_VIEW,
    ...Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? INITIAL_VIEW[name]])),
  };
  return TABLES.includes(state.table) ? state : { ...state, table: INITIAL_VIEW.table };
}

/** Formats the state of the view for the hash of the address, without `#`: `table=byUser&sort=-lost`. */
export const formatHash = (state: ViewState): string =>
  new URLSearchParams(
    NAMES.filter((name) => state[name] !== INITIAL_VIEW[name]).map((name) => [name, state[name]]),
  ).toString();

/** Returns a change of the state that sets filters and goes back to the first page of findings. */
export const withFilters = (change: Partial<ViewState>): Partial<ViewState> => ({ ...change, page: '' });

const openIds = ({ open }: ViewState): string[] => open.split(',').filter((id) => id !== '');
/** Whether a section with causes or findings is expanded. */
export const isOpen = (state: ViewState, id: string): boolean => openIds(state).includes(id);
/** Returns the change of the state that expands or collapses a section. */
export const withOpen = (state: ViewState, id: string, isNowOpen: boolean): Partial<ViewState> => ({
  open: [...openIds(state).filter((other) => other !== id), ...(isNowOpen ? [id] : [])].join(','),
});
