import type { Mapping } from '../files/mapping/mapping.ts';
import type { DealtField } from './keys.ts';

/** What a run is given: a file, and what is told of it. */
export interface Source {
  /** Its place among all sources, by name; messages and rejected rows are told by it. */
  readonly source: number;
  readonly name: string;
  readonly field: DealtField;
  /** Where its bytes are, in the words of whoever opens it. */
  readonly place: string;
  readonly bytes: number;
  /** Its state when the run began; whoever opens it refuses another. */
  readonly version?: string;
  /** How the columns of a table are read. */
  readonly mapping?: Mapping;
}
