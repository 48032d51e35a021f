import doneHubExport from '../../../examples/mappings/done-hub-export-log.json' with { type: 'json' };
import litellmLog from '../../../examples/mappings/litellm-log.json' with { type: 'json' };
import type { Native } from '../../normalizer/intake/native.ts';
import type { Sentence } from '../../sentence.ts';
import type { Mapping } from './mapping.ts';

/** A log without a connector that is recognized by the keys of its rows and read with a built-in mapping. */
interface RecognizedLog {
  readonly keys: readonly string[];
  readonly mapping: Mapping;
  /** Meaning of rows that the mapping classifies as `none`. */
  readonly none?: Sentence;
}

const recognizedLogs: readonly RecognizedLog[] = [
  // LiteLLM's log of requests. `model_group` is the model sold, `model` the model requested from the provider.
  {
    keys: ['request_id', 'spend', 'model_group', 'startTime'],
    mapping: litellmLog as Mapping,
    none: {
      en: 'what failed attempts cost you before a retry (billed_retry_attempt), charged to no customer',
      zh: '重试前失败尝试的成本（billed_retry_attempt），未向客户收费',
    },
  },
  // done-hub's log export (`/api/log/export`): amounts in USD, no prices.
  { keys: ['时间', '类型', '额度', '请求ID', '上游请求ID'], mapping: doneHubExport as Mapping },
];

/** Finds the built-in mapping for a log by one of its rows. */
export const findLogMapping = (row: Native): Mapping | undefined => findRecognizedLog(row)?.mapping;

/** Finds the recognized log that a row belongs to. */
export const findRecognizedLog = (row: Native): RecognizedLog | undefined =>
  recognizedLogs.find(({ keys }) => keys.every((key) => Object.hasOwn(row, key)));
