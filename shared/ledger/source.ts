import type { Mapping } from '../files/mapping/mapping.ts';
import type { DealtField } from './keys.ts';

/** An input of a run: a file, and what is known about it. */
export interface Source {
  /** Its place among all sources, by name; messages and rejected rows are told by it. */
  readonly source: number;
  readonly name: string;
  readonly field: DealtField;
  /** Where its bytes are, in terms of the caller that opens it. */
  readonly place: string;
  readonly bytes: number;
  /** Its state when the run began; opening it in another state is refused. */
  readonly version?: string;
  /** How the columns of a table are read. */
  readonly mapping?: Mapping;
}
