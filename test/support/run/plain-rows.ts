import { Account } from '#shared/normalizer/account.ts';
import { IdIndex } from '#shared/run/columns/ids.ts';
import { LogColumns } from '#shared/run/columns/log-columns.ts';

type Texts = 'request' | 'upstream' | 'user' | 'model' | 'channel' | 'purchase';
type Numbers = Exclude<keyof LogColumns['table']['columns'], Texts>;

/** A plain row in few words: what it names, and the numbers that it does not leave at 0. */
export type PlainRow = { readonly [name in Texts]?: string } & { readonly [name in Numbers]?: number };

/** Plain rows as their file was read. */
export function logsOf(rows: readonly PlainRow[]): LogColumns {
  const logs = new LogColumns();
  for (const { request, upstream, user, model, channel, purchase, ...numbers } of rows) {
    const at = logs.table.add();
    logs.requestIds.add(request);
    logs.upstreamIds.add(upstream);
    const { columns } = logs.table;
    columns.user[at] = logs.users.number(user);
    columns.model[at] = logs.models.number(model);
    columns.channel[at] = logs.channels.number(channel);
    for (const [name, value] of Object.entries(numbers)) columns[name as Numbers][at] = value;
    if (purchase === undefined) continue;
    columns.more[at] = logs.more.add() + 1;
    logs.more.columns.purchase[at] = logs.purchases.number(purchase);
  }
  return logs;
}

export const byRequest = (logs: LogColumns): IdIndex => new IdIndex(logs.requestIds);

/** An account of rows of which none can be wrong. */
export const accountOfAll = (): Account =>
  new Account({
    reject: (_, reasons) => {
      throw new Error(JSON.stringify(reasons));
    },
  });
