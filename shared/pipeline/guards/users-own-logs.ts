import { joinFirst, type Sentence } from '../../sentence.ts';
import type { HeadedSource } from '../read/source.ts';

const describeLeftOutLog = ({ location, head: { rows, profile } }: HeadedSource): Sentence => ({
  en: `${location} is user ${profile.usersOwnLog.userId}’s own log. Its ${rows} rows are left out, because the administrator’s log contains them.`,
  zh: `${location} 是用户 ${profile.usersOwnLog.userId} 自己的日志；管理员日志中已有这些请求，因此这 ${rows} 行没有计入。`,
});

const NAMES_MAX = 5;
const joinNames = (names: readonly (string | undefined)[], comma: string): string =>
  joinFirst(names, NAMES_MAX, comma);

const listUsers = (logs: readonly HeadedSource[]) => [
  ...new Set(logs.map(({ head }) => head.profile.usersOwnLog.userId)),
];

function askIfAllCustomers(logs: readonly HeadedSource[]): Sentence {
  const [files, users] = [logs.map(({ location }) => location), listUsers(logs)];
  const count = users.length;
  return count === 1
    ? {
        en: `${joinNames(files, ', ')} ${files.length === 1 ? 'contains' : 'contain'} only user ${users[0]}’s own log, so requests of other customers are missing. Is this your only customer? If so, set "customers": 1. Otherwise, export the log as administrator.`,
        zh: `${joinNames(files, '、')} 是用户 ${users[0]} 自己的日志，缺少其他用户的请求。网关只有这一个客户吗？如果是，请在设置中写 "customers": 1；否则请以管理员身份导出日志。`,
      }
    : {
        en: `${joinNames(files, ', ')} contain only the own logs of users ${joinNames(users, ', ')}, so requests of other customers are missing. Are these all your customers? If so, set "customers": ${count}. Otherwise, export the log as administrator.`,
        zh: `${joinNames(files, '、')} 是用户 ${joinNames(users, '、')} 自己的日志，缺少其他用户的请求。网关只有这 ${count} 个客户吗？如果是，请在设置中写 "customers": ${count}；否则请以管理员身份导出日志。`,
      };
}

/** If all rows belong to one user, asks whether it is that user's own log. */
function askIfUsersOwnLog(logs: readonly HeadedSource[], customers: number | undefined): Sentence | [] {
  const [user, ...others] = listUsers(logs);
  if (customers === 1 || user === undefined || others.length > 0) return [];
  const { location } = logs[0] as HeadedSource;
  return {
    en: `All rows of ${location} belong to user ${user}. Is this a user’s own log? If the gateway has only one customer, set "customers": 1.`,
    zh: `${location} 的所有记录都属于用户 ${user}。这是该用户自己的日志吗？如果网关只有一个客户，请在设置中写 "customers": 1。`,
  };
}

/**
 * Finds logs that a user exported, which contain only this user's requests. They are left out if there is also an
 * administrator's log, which contains these requests. Otherwise requests of other users are missing, and the result has
 * a question about them, unless there are logs of as many users as the gateway has `customers`.
 */
export function findUsersOwnLogs(sources: readonly HeadedSource[], customers: number | undefined) {
  const logs = sources.filter(({ field, head }) => field === 'logs' && head.rows > 0);
  const usersLogs = logs.filter(({ head }) => head.profile.usersOwnLog.isProven);
  const others = logs.filter(({ head }) => !head.profile.usersOwnLog.isProven);
  if (usersLogs.length > 0 && others.length === 0) {
    const questions = customers === listUsers(usersLogs).length ? [] : [askIfAllCustomers(usersLogs)];
    return { leftOut: new Set<number>(), questions, notes: [] };
  }
  return {
    /** Numbers of the sources that are left out. */
    leftOut: new Set(usersLogs.map(({ source }) => source)),
    questions: [],
    notes: [usersLogs.map(describeLeftOutLog), askIfUsersOwnLog(others, customers)].flat(),
  };
}

/** Users' own logs that are left out, and notes and questions about them. */
export type UsersOwnLogs = Readonly<ReturnType<typeof findUsersOwnLogs>>;
