export const TABLES = ['byModel', 'byChannel', 'byUser', 'byDay'] as const;
export type TableKind = (typeof TABLES)[number];

/** Where a reader is in a report: all of it stands in the address. Empty texts look at everything. */
export interface Place {
  /** What the page shows; a report file shows nothing but its report. */
  readonly view: '' | 'report';
  readonly table: TableKind;
  /** A column, with `-` before it where the largest comes first. */
  readonly sort: string;
  readonly lines: string;
  readonly model: string;
  readonly channelId: string;
  readonly userId: string;
  readonly code: string;
  /** Days, the last included. */
  readonly from: string;
  readonly to: string;
  readonly find: string;
  readonly page: string;
  /** Ids of the causes that stand open, with commas. */
  readonly open: string;
}

export const START: Place = {
  view: '',
  table: 'byModel',
  sort: '',
  lines: '',
  model: '',
  channelId: '',
  userId: '',
  code: '',
  from: '',
  to: '',
  find: '',
  page: '',
  open: '',
};

const NAMES = Object.keys(START) as (keyof Place)[];

/** What narrows findings; a reader takes each back by itself. */
export const FILTERS = ['model', 'channelId', 'userId', 'code', 'from'] as const;

export function placeOf(hash: string): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const place = {
    ...START,
    ...Object.fromEntries(NAMES.map((name) => [name, said.get(name) ?? START[name]])),
  };
  return TABLES.includes(place.table) ? place : { ...place, table: START.table };
}

export const hashOf = (place: Place): string =>
  new URLSearchParams(
    NAMES.filter((name) => place[name] !== START[name]).map((name) => [name, place[name]]),
  ).toString();

/** The same place with other filters: their list begins anew. */
export const filtered = (change: Partial<Place>): Partial<Place> => ({ ...change, page: '' });

const opened = ({ open }: Place): string[] => open.split(',').filter((id) => id !== '');
export const isOpen = (place: Place, id: string): boolean => opened(place).includes(id);
export const withOpen = (place: Place, id: string, isNowOpen: boolean): Partial<Place> => ({
  open: [...opened(place).filter((other) => other !== id), ...(isNowOpen ? [id] : [])].join(','),
});
