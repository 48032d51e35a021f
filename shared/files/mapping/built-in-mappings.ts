import doneHubExport from '../../../examples/mappings/done-hub-export-log.json' with { type: 'json' };
import litellmLog from '../../../examples/mappings/litellm-log.json' with { type: 'json' };
import sub2ApiBill from '../../../examples/mappings/sub2api-bill.json' with { type: 'json' };
import sub2ApiLog from '../../../examples/mappings/sub2api-log.json' with { type: 'json' };
import type { NativeObject } from '../../normalizer/intake/native.ts';
import type { Sentence } from '../../sentence.ts';
import type { Mapping } from './mapping.ts';

/** A table that is recognized by the keys of its rows and read with a mapping from `examples/mappings`. */
interface BuiltInMapping {
  readonly field: 'logs' | 'upstreamCharges';
  readonly name: string;
  readonly keys: readonly string[];
  readonly mapping: Mapping;
  /** Meaning of rows that the mapping leaves out. */
  readonly leftOut?: Sentence;
}

const SUB2API_KEYS = ['request_id', 'actual_cost', 'total_cost', 'rate_multiplier', 'billing_type'];

/** All tables that are read with a built-in mapping. */
export const builtInMappings: readonly BuiltInMapping[] = [
  // In LiteLLM logs, `model_group` is the model sold and `model` is the model requested from the provider.
  {
    field: 'logs',
    name: 'LiteLLM spend logs',
    keys: ['request_id', 'spend', 'model_group', 'startTime'],
    mapping: litellmLog as Mapping,
    leftOut: {
      en: 'your cost of failed attempts before a retry (billed_retry_attempt), not charged to any customer',
      zh: '重试前失败尝试的成本（billed_retry_attempt），未向客户收费',
    },
  },
  // File from done-hub's `/api/log/export`. Its amounts are in USD, and it has no price columns.
  {
    field: 'logs',
    name: 'done-hub log export',
    keys: ['时间', '类型', '额度', '请求ID', '上游请求ID'],
    mapping: doneHubExport as Mapping,
  },
  { field: 'logs', name: 'sub2api table usage_logs', keys: SUB2API_KEYS, mapping: sub2ApiLog as Mapping },
  {
    field: 'upstreamCharges',
    name: 'sub2api table usage_logs',
    keys: SUB2API_KEYS,
    mapping: sub2ApiBill as Mapping,
    leftOut: { en: 'usage covered by a subscription', zh: '由订阅套餐支付的用量' },
  },
];

/** Finds the built-in mapping for a file that was given for `field`, by the keys of one of its rows. */
export const findBuiltInMapping = (field: string, row: NativeObject): BuiltInMapping | undefined =>
  builtInMappings.find(
    (known) => known.field === field && known.keys.every((key) => Object.hasOwn(row, key)),
  );
