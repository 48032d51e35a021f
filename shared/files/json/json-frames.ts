import type { LedgerName } from '../native-file.ts';

/** Where in a JSON file rows are being read, from the outside in. Plain data, so that reading can go on elsewhere. */
export type Frame =
  /** Values one after another: a document, several, or JSON Lines. */
  | { readonly kind: 'sequence' }
  /** An array of rows, or of pages. */
  | { readonly kind: 'items' }
  /** The rows of a page, or of one ledger of a ReconciliationInput. */
  | { readonly kind: 'rows'; readonly ledger?: LedgerName }
  /** A page too large to be looked at whole: its rows are taken as they come, the rest is kept to be judged. */
  | PageFrame;

export interface PageFrame {
  readonly kind: 'page';
  /** Pages around this one, itself included. */
  readonly level: number;
  /** What stands beside the rows. */
  readonly beside: [key: string, value: unknown][];
  /** The key that held rows. */
  holder?: string;
  /** The key whose value comes next. */
  key?: string;
}
