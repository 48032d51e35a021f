import type { Connector } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/registry.ts';
import { glimpse } from '../../normalizer/fields/codecs.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import type { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';

/**
 * Tells the normalizer of plain rows that it does not see: whether a request has a consume row of the same user and
 * model. Who asks is a failed attempt, so that row succeeded after others.
 */
export const consumedApart =
  (logs: LogColumns, byRequest: IdIndex) =>
  (requestId: string, native: Native, connector: Connector): boolean => {
    const { fields } = connector.log;
    const { user, model, gateway, flags } = logs.table.columns;
    const [userId, name] = [glimpse(native, fields.userId), glimpse(native, fields.model) ?? 'unknown'];
    let isConsumed = false;
    for (const row of byRequest.having(requestId)) {
      const isSame =
        connectors[gateway[row] as number]?.id === connector.id &&
        logs.users.texts[user[row] as number] === userId &&
        logs.models.texts[model[row] as number] === name;
      if (!isSame) continue;
      flags[row] = (flags[row] as number) | Flag.afterRetry;
      isConsumed = true;
    }
    return isConsumed;
  };
