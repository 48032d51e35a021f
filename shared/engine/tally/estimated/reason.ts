import type { Decimal } from '../../../money.ts';

/** Why a bill differs from its estimate, as far as the numbers tell. */
export interface Reason {
  readonly kind: 'shift' | 'tokens' | 'price' | 'usage' | 'unexplained';
  /** When each bucket begins that shows it, in epoch milliseconds. */
  readonly buckets: readonly number[];
  /** Billed to estimated, where it is the same in all of them. */
  readonly factor?: Decimal;
  /** The kind of tokens that differs. */
  readonly tokens?: string;
  /** How far the log would have to be moved, in milliseconds. */
  readonly offset?: number;
}
