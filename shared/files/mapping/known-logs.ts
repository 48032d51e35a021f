import doneHubExport from '../../../examples/mappings/done-hub-export-log.json' with { type: 'json' };
import litellmLog from '../../../examples/mappings/litellm-log.json' with { type: 'json' };
import type { Native } from '../../normalizer/intake/native.ts';
import type { Mapping } from './mapping.ts';

/** A log that no connector reads: its rows are told by their keys and read by a mapping of ours. */
interface KnownLog {
  readonly marks: readonly string[];
  readonly mapping: Mapping;
}

const knownLogs: readonly KnownLog[] = [
  // What LiteLLM keeps of each request. `model_group` is what was sold, `model` what was bought for it.
  { marks: ['request_id', 'spend', 'model_group', 'startTime'], mapping: litellmLog as Mapping },
  // What the button of done-hub's page downloads (`/api/log/export`): amounts in USD, no prices.
  { marks: ['时间', '类型', '额度', '请求ID', '上游请求ID'], mapping: doneHubExport as Mapping },
];

/** The mapping of a log that is known by its rows. */
export const knownLogOf = (row: Native): Mapping | undefined =>
  knownLogs.find(({ marks }) => marks.every((mark) => Object.hasOwn(row, mark)))?.mapping;
