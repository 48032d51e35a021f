import type { Stage } from './stage.ts';
import { compare } from './stages/compare.ts';
import { customers } from './stages/customers.ts';
import { deal } from './stages/deal.ts';
import { digestCharges } from './stages/digest-charges.ts';
import { digestRequests } from './stages/digest-requests.ts';
import { findings } from './stages/findings.ts';
import { link } from './stages/link.ts';
import { merge } from './stages/merge.ts';
import { normalize } from './stages/normalize.ts';
import { recall } from './stages/recall.ts';
import { sort } from './stages/sort.ts';
import { split } from './stages/split.ts';
import { survey } from './stages/survey.ts';
import { write } from './stages/write.ts';

// biome-ignore lint/suspicious/noExplicitAny: a task goes from a stage's own plan to its own work only
export type AnyStage = Stage<any>;

/** The way from files to a report, in its order, one line each. The month command and the workflow both loop over it. */
export const stages: readonly AnyStage[] = [
  split,
  deal,
  survey,
  normalize,
  link,
  digestRequests,
  digestCharges,
  customers,
  merge,
  findings,
  sort,
  write,
  recall,
  compare,
];
