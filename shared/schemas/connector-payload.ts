import * as v from 'valibot';
import { toSchemaMessage } from '../sentence.ts';
import { closedObject } from './closed.ts';
import { oneOf, textSchema } from './fields.ts';
import { periodSchema } from './reconciliation-input.ts';
import { NOT_A_ROW_LIST } from './sentences.ts';

/** Native rows: any array or object. The connector checks their content. */
const nativeRowsSchema = v.union([v.array(v.unknown()), v.looseObject({})], toSchemaMessage(NOT_A_ROW_LIST));

const QUOTA_PER_UNIT = toSchemaMessage({
  en: 'must be a finite number above 0',
  zh: '必须是大于 0 的有限数字',
});

/**
 * Builds the schema of the body of `POST /normalize`: exported rows, of which it checks only that they are an array or
 * an object, and settings. `ids` are the gateways that `connector` may name.
 */
export const buildConnectorPayloadSchema = <const TIds extends readonly string[]>(ids: TIds) =>
  closedObject({
    connector: oneOf(ids),
    logs: nativeRowsSchema,
    currency: v.exactOptional(textSchema),
    quotaPerUnit: v.exactOptional(
      v.pipe(
        v.number(QUOTA_PER_UNIT),
        v.gtValue(0, QUOTA_PER_UNIT),
        v.maxValue(Number.MAX_VALUE, QUOTA_PER_UNIT),
      ),
    ),
    period: v.exactOptional(periodSchema),
    channels: v.exactOptional(nativeRowsSchema),
    upstreamCharges: v.exactOptional(nativeRowsSchema),
    payments: v.exactOptional(nativeRowsSchema),
  });
