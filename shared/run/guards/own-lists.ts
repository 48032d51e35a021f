import type { Sentence } from '../../sentence.ts';
import type { Source, SourceHead } from '../read/read.ts';

/** What is to be done about logs that only a user sees, or that may be. */
export interface OwnLists {
  /** Numbers of the sources that are left out: the administrator's log beside them holds their requests. */
  readonly leftOut: ReadonlySet<number>;
  /** Whether a user's own log stands for the gateway's: requests of others are missing. */
  readonly rowsMissing: boolean;
  readonly said: readonly Sentence[];
}

const leftOut = ({ place }: Source, { rows, looks: { own } }: SourceHead): Sentence => ({
  en: `${place} is the own log of user ${own.userId}; its ${rows} rows are left out, because the administrator’s log beside it holds them.`,
  zh: `${place} 是用户 ${own.userId} 自己的日志；管理员日志中已有这些请求，其 ${rows} 行不计入。`,
});

const asks = ({ place }: Source, { looks: { own } }: SourceHead): Sentence =>
  own.isProven
    ? {
        en: `${place} is a list that only a user sees, the own log of user ${own.userId}: requests of all others are missing. Is that the only customer? Then write "customers": 1 into the settings; else export the log as administrator.`,
        zh: `${place} 是用户 ${own.userId} 自己才看到的日志，缺少其他用户的请求。该网关只有这一个客户吗？是的话请在设置中写 "customers": 1；否则请以管理员身份导出日志。`,
      }
    : {
        en: `All rows of ${place} are of user ${own.userId}. Is this a user’s own log? Where the gateway has one customer, "customers": 1 in the settings says so for good.`,
        zh: `${place} 的所有记录都属于用户 ${own.userId}。这是该用户自己的日志吗？如果网关只有一个客户，请在设置中写 "customers": 1。`,
      };

/**
 * Tells users' own logs from the administrator's.
 * @param customers how many the operator says that there are
 */
export function ownLists(
  columns: readonly SourceHead[],
  sources: readonly Source[],
  customers: number | undefined,
): OwnLists {
  const logs = sources.flatMap((source) => {
    const part = columns[source.source];
    return source.field === 'logs' && part !== undefined && part.rows > 0 ? [{ source, part }] : [];
  });
  const own = logs.filter(({ part }) => part.looks.own.isProven);
  if (own.length < logs.length)
    return {
      leftOut: new Set(own.map(({ source }) => source.source)),
      rowsMissing: false,
      said: [
        ...own.map(({ source, part }) => leftOut(source, part)),
        ...askedOf(
          logs.filter((log) => !own.includes(log)),
          customers,
        ),
      ],
    };
  return {
    leftOut: new Set(),
    rowsMissing: own.length > 0 && customers !== 1,
    said: askedOf(logs, customers),
  };
}

/** All logs of a gateway being of one user, it is asked whose they are. */
function askedOf(
  logs: readonly { readonly source: Source; readonly part: SourceHead }[],
  customers: number | undefined,
): Sentence[] {
  const users = new Set(logs.map(({ part }) => part.looks.own.userId));
  const [first] = logs;
  if (customers === 1 || first === undefined || users.size !== 1 || users.has(undefined)) return [];
  return [asks(first.source, first.part)];
}
