import litellmLog from '../../../examples/mappings/litellm-log.json' with { type: 'json' };
import type { Cells } from './cell.ts';
import type { Mapping } from './mapping.ts';

/** A log of a gateway that has no connector: its rows are told by their keys and read by a mapping of ours. */
interface KnownLog {
  readonly marks: readonly string[];
  readonly mapping: Mapping;
}

/** What LiteLLM keeps of each request. `model_group` is what was sold, `model` what was bought for it. */
const litellm: KnownLog = {
  marks: ['request_id', 'spend', 'model_group', 'startTime'],
  mapping: litellmLog as Mapping,
};

/** The mapping of a log that is known by its rows. */
export const knownLogOf = (row: Cells): Mapping | undefined =>
  [litellm].find(({ marks }) => marks.every((mark) => Object.hasOwn(row, mark)))?.mapping;
