import type { Row } from '../fixtures/native-rows.ts';
import { changesIn, rowsIn } from '../fixtures/text-rows.ts';
import { wordsIn } from '../table.ts';

/**
 * Builds a payload of lines:
 *
 *   gateway one-hub                        the default is new-api
 *   set quotaPerUnit=1000 currency=EUR     other fields of the payload; a dash removes one
 *   page logs 300                          begins a page of a list with that total; the rows below are on it
 *   log quota=7                            rows of any ledger, as `rowsIn` reads them
 */
export function parsePayload(lines: readonly string[], gateway: string): Row {
  const payload: Row = { connector: gateway, logs: [] };
  let items: Row[] | undefined;
  const add = (field: string, rows: readonly Row[]) => {
    payload[field] = [...((payload[field] as Row[] | undefined) ?? []), ...rows];
  };
  for (const line of lines.flatMap((some) => some.split(' ; '))) {
    const [kind = '', ...words] = wordsIn(line);
    if (kind === '' || kind === 'gateway') continue;
    if (kind === 'set') Object.assign(payload, changesIn(words));
    else if (kind === 'page') {
      const [ledger = 'logs', total] = words;
      items = [];
      add(ledger, [{ total: Number(total), items }]);
    } else {
      const { field, rows } = rowsIn(line, gateway);
      if (items) items.push(...rows);
      else add(field, rows);
    }
  }
  return payload;
}
