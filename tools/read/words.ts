import { didYouMean } from '#shared/did-you-mean.ts';
import { UNIT_MAX, UNIT_MIN } from '#shared/pipeline/settings/status.ts';
import { appendFullStop, makeSentence, type Sentence, withPrefix } from '#shared/sentence.ts';
import { formatCommand } from '../packaged.ts';
import { CREDENTIAL_VARIABLE } from './usage.ts';

/** Sentences of the reader in each language. The help text is in usage.ts. */

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The gateway's own message, if there is one. */
const quoteSentence = (quote: string): Sentence =>
  quote === '' ? { en: '', zh: '' } : { en: ` It says: “${quote}”.`, zh: `网关的原话：“${quote}”。` };

/** A hint for gateways that require the user's id. Their message names the header. */
function userHint(quote: string): Sentence {
  const header = /\b[A-Za-z-]{1,40}-User\b/i.exec(quote)?.[0];
  return header === undefined
    ? { en: '', zh: '' }
    : {
        en: ` Add the id of the user to whom the credential belongs, for example --user-id 1 or --header '${header}: 1'.`,
        zh: `请加上令牌所属用户的 ID，例如 --user-id 1，或者 --header '${header}: 1'。`,
      };
}

/** A hint for gateways that refuse a wrong token with status 200. */
const accessHint = (quote: string): Sentence => {
  const hint = userHint(quote);
  return hint.en === ''
    ? {
        en: ` If access was denied, check that ${CREDENTIAL_VARIABLE} is the access token of an administrator, and --user-id the id of that user.`,
        zh: `如果与权限有关，请检查 ${CREDENTIAL_VARIABLE} 是否为管理员的系统访问令牌，--user-id 是否为该管理员的用户 ID。`,
      }
    : hint;
};

const REFUSALS: Readonly<Record<number, Sentence>> = {
  401: {
    en: `the gateway does not accept the credential. Set ${CREDENTIAL_VARIABLE} to a valid access token, and check --user-id`,
    zh: `网关不接受这个令牌。请把有效的系统访问令牌放进 ${CREDENTIAL_VARIABLE}，并检查 --user-id`,
  },
  403: {
    en: 'the credential has no access to this list. Use the token of an administrator',
    zh: '这个令牌无权查看此列表。请使用管理员的令牌',
  },
  404: {
    en: 'the gateway does not have this path. Check --base-url and --connector',
    zh: '网关没有这个路径。请检查 --base-url 和 --connector',
  },
};

const UNITS = [
  { ms: 3_600_000, from: 90 * 60_000, digits: 1, en: 'hours', zh: '小时' },
  { ms: 60_000, from: 90_000, digits: 0, en: 'minutes', zh: '分钟' },
  { ms: 1000, from: 0, digits: 0, en: 'seconds', zh: '秒' },
] as const;

function duration(ms: number): Sentence {
  const unit = UNITS.find(({ from }) => ms >= from) ?? UNITS[2];
  return makeSentence((language) => `${(ms / unit.ms).toFixed(unit.digits)} ${unit[language]}`);
}

const LONG_MS = 3_600_000;

/** Sentences of the reader. */
export const words = {
  // Clauses about a failed request, which follow the path of the request.
  pause: { en: 'too many requests (429)', zh: '网关限制了请求频率（429）' },
  status: (status: number): Sentence => ({
    en: `the gateway replied with status ${status}`,
    zh: `网关返回状态 ${status}`,
  }),
  broke: (code: string): Sentence => ({ en: `the connection broke (${code})`, zh: `连接中断（${code}）` }),
  late: (ms: number): Sentence => ({
    en: `no complete reply within ${seconds(ms)} s`,
    zh: `${seconds(ms)} 秒内没有收到完整的返回`,
  }),

  again: (path: string, why: Sentence, ms: number): Sentence => ({
    en: `${path}: ${why.en}; trying again in ${seconds(ms)} s`,
    zh: `${path}：${why.zh}；${seconds(ms)} 秒后重试`,
  }),
  gaveUp: (path: string, why: Sentence, attempts: number): Sentence => ({
    en: `${path}: ${why.en}, ${attempts} times in a row. Run the same command later to continue where it stopped.`,
    zh: `${path}：${why.zh}，连续 ${attempts} 次。稍后运行同一条命令，会从停下的地方继续。`,
  }),
  noConnection: (origin: string, code: string): Sentence => ({
    en: `${origin}: cannot connect (${code}). Check --base-url.`,
    zh: `${origin}：无法连接（${code}）。请检查 --base-url。`,
  }),
  noHttp: (origin: string, code: string): Sentence => ({
    en: `${origin}: the reply is not valid HTTP (${code}). Check --base-url, its port, and the proxy in front of the gateway.`,
    zh: `${origin}：返回的不是有效的 HTTP（${code}）。请检查 --base-url、端口，以及网关前面的代理。`,
  }),
  publicName: (origin: string): Sentence => ({
    en: `${origin}: the name has a public address, and the credential must not be sent there in clear text. Use https.`,
    zh: `${origin}：这个域名指向公网地址，令牌不能明文经过公网。请用 https。`,
  }),
  refused: (path: string, status: number, quote: string): Sentence => {
    const why = appendFullStop(withPrefix(path, REFUSALS[status] ?? words.status(status)));
    return makeSentence(
      (language) => why[language] + quoteSentence(quote)[language] + userHint(quote)[language],
    );
  },
  refusedWell: (path: string, quote: string): Sentence => ({
    en: `${path}: the gateway refused the request.${quoteSentence(quote).en}${accessHint(quote).en}`,
    zh: `${path}：网关拒绝了请求。${quoteSentence(quote).zh}${accessHint(quote).zh}`,
  }),
  tooLarge: (path: string, bytes: number): Sentence => ({
    en: `${path}: the reply is larger than ${bytes} bytes, which is too large for a page of a list. Check --base-url.`,
    zh: `${path}：返回内容超过 ${bytes} 字节，列表的一页不会这么大。请检查 --base-url。`,
  }),
  encoded: (path: string): Sentence => ({
    en: `${path}: the reply has an encoding that was not requested. Check the proxy in front of the gateway.`,
    zh: `${path}：返回内容用了没有请求过的编码。请检查网关前面的代理。`,
  }),
  noJson: (path: string): Sentence => ({
    en: `${path}: the reply is not JSON. --base-url must be the address of the gateway, without the path of a web page.`,
    zh: `${path}：返回内容不是 JSON。--base-url 应当是网关的地址，不带网页路径。`,
  }),
  tooDeep: (path: string): Sentence => ({
    en: `${path}: the reply is nested too deeply for a list. Check --base-url.`,
    zh: `${path}：返回内容嵌套太深，不像是网关的列表。请检查 --base-url。`,
  }),
  elsewhere: (path: string, origin: string): Sentence => ({
    en: `${path}: the gateway redirects to ${origin}, which must not get the credential. If that is your gateway, use it as --base-url.`,
    zh: `${path}：跳转到 ${origin}，令牌不能发往该地址。如果该地址才是网关，请用 --base-url 指定。`,
  }),
  noTarget: (path: string): Sentence => ({
    en: `${path}: the gateway redirects to an invalid address. Check --base-url.`,
    zh: `${path}：跳转的目标不是有效地址。请检查 --base-url。`,
  }),
  circle: (path: string): Sentence => ({
    en: `${path}: the gateway redirects too many times. Check --base-url.`,
    zh: `${path}：跳转次数过多。请检查 --base-url。`,
  }),
  tooMuch: (limit: string): Sentence => ({
    en: `The gateway sent more than the reader accepts (${limit}). Read shorter periods into separate folders, or export the table.`,
    zh: `网关返回的内容超过一次读取的上限（${limit}）。请缩短时间段，分别读到不同目录，或者直接导出数据表。`,
  }),

  // Sentences about lists.
  nothingNew: (path: string, pages: number): Sentence => ({
    en: `${path}: ${pages} pages in a row repeat earlier pages, so the rest of the list is missing. Check --connector.`,
    zh: `${path}：连续 ${pages} 页与前面的页重复，后面的记录无法读取。请检查 --connector。`,
  }),
  endless: (path: string, pages: number): Sentence => ({
    en: `${path}: the list has not ended after ${pages} pages. Check --connector.`,
    zh: `${path}：读了 ${pages} 页还没有结束。请检查 --connector。`,
  }),
  noUnit: (path: string): Sentence => ({
    en: `${path}: data.quota_per_unit is missing, or is not a plain number from ${UNIT_MIN} to ${UNIT_MAX}. Check --base-url.`,
    zh: `${path}：缺少 data.quota_per_unit，或其值不是 ${UNIT_MIN} 到 ${UNIT_MAX} 之间的数字。请检查 --base-url。`,
  }),
  shortage: (file: string, { rows, total }: { rows: number; total: number }): Sentence => ({
    en: `${file}: only ${rows} of ${total} rows could be read. The gateway counts the others, but did not return them.`,
    zh: `${file}：网关列出 ${total} 行，只读到 ${rows} 行，网关没有返回其余的行。`,
  }),
  incomplete: {
    en: 'The export is incomplete. Run the same command again: it reads only the incomplete lists. The month command gives no verdict while rows of logs or payments are missing.',
    zh: '导出不完整。请再次运行同一条命令，程序只会重新读取不完整的部分。日志或充值记录不完整时，month 命令不会下结论。',
  },
  missing: (list: string, why: Sentence): Sentence => ({
    en: `${list}: not read. ${why.en}`,
    zh: `${list}：没有读取。${why.zh}`,
  }),
  noPaymentList: (gateway: string): Sentence => ({
    en: `${gateway} has no list of payments. Pass the payment provider's report to the month command with --payments.`,
    zh: `${gateway} 没有充值列表。请在 month 命令中用 --payments 提供支付平台的账单。`,
  }),

  // Sentences about progress.
  ahead: (rows: number, requests: number, ms: number, perMinute: number): Sentence => {
    const time = duration(ms);
    const faster = ms >= LONG_MS;
    return {
      en: `About ${rows} log rows in ${requests} requests: ${time.en} at ${perMinute} requests a minute.${faster ? ' A higher --rate is faster, if the gateway allows it; an export of the table is faster still.' : ''}`,
      zh: `约 ${rows} 行日志，${requests} 次请求：按每分钟 ${perMinute} 次需要 ${time.zh}。${faster ? '网关允许的话可以用 --rate 加快；直接导出数据表更快。' : ''}`,
    };
  },
  there: (file: string): Sentence => ({ en: `${file}: complete already`, zh: `${file}：已经有了` }),
  rows: (file: string, count: number): Sentence => ({
    en: `${file}: ${count} rows`,
    zh: `${file}：${count} 行`,
  }),
  rowsSoFar: (file: string, count: number): Sentence => ({
    en: `${file}: ${count} rows so far`,
    zh: `${file}：已读 ${count} 行`,
  }),
  done: (rows: number, settings: string): Sentence => ({
    en: `${rows} rows read. Now: ${formatCommand('month')} --settings ${settings}`,
    zh: `共读取 ${rows} 行。接下来：${formatCommand('month')} --settings ${settings}`,
  }),

  // Sentences about the output folder.
  otherExport: (folder: string, file: string): Sentence => ({
    en: `--out ${folder} contains another export (see ${file}). Use an empty folder, or the options of that export.`,
    zh: `--out ${folder} 里是另一次导出，见 ${file}。请换一个空目录，或者用那次导出的选项。`,
  }),
  foreignFile: (folder: string, file: string): Sentence => ({
    en: `--out ${folder} contains ${file}, which this command did not write, or which has been changed since. Move it elsewhere, or use an empty folder.`,
    zh: `--out ${folder} 里的 ${file} 不是本命令写入的，或者后来被改过。请移走该文件，或者换一个空目录。`,
  }),

  // Sentences about all other options.
  help: { en: `For help: ${formatCommand('read')} --help`, zh: `查看帮助：${formatCommand('read')} --help` },
  missingOption: (name: string): Sentence => ({ en: `--${name} is missing.`, zh: `缺少 --${name}。` }),
  noLanguage: (languages: readonly string[]): Sentence => ({
    en: `--language must be one of ${languages.join(', ')}.`,
    zh: `--language 只能是 ${languages.join('、')}。`,
  }),
  noConnector: (ids: readonly string[], written: string): Sentence => {
    const near = didYouMean(written, ids);
    return {
      en: `--connector must be one of ${ids.join(', ')}${near.en}.`,
      zh: `--connector 只能是 ${ids.join('、')}${near.zh}。`,
    };
  },
  noReading: (gateway: string): Sentence => ({
    en: `The API of ${gateway} is not publicly documented, so it cannot be read. Export its tables and pass the files to the month command.`,
    zh: `${gateway} 的接口没有公开文档，无法读取。请导出其数据表，再用 month 命令读取。`,
  }),
  noAddress: {
    en: '--base-url must be an address such as https://gateway.example.',
    zh: '--base-url 必须是网址，例如 https://gateway.example。',
  },
  fullAddress: {
    en: '--base-url must not contain a user name, password, query or fragment.',
    zh: '--base-url 不能包含用户名、密码、查询参数或片段。',
  },
  clearText: {
    en: '--base-url must be https; otherwise the credential would travel in clear text. Within a private network, --token-in-clear-text accepts that.',
    zh: '--base-url 必须是 https，否则令牌会明文传输。在内网里可以用 --token-in-clear-text 接受这个风险。',
  },
  publicAddress: {
    en: '--base-url must be https: --token-in-clear-text is for private networks, and this address is public.',
    zh: '--base-url 必须是 https：--token-in-clear-text 只用于内网，而这是公网地址。',
  },
  badTime: (option: string): Sentence => ({
    en: `${option} must be a day such as 2026-10-01, or a date-time with an offset.`,
    zh: `${option} 必须是日期，例如 2026-10-01，或者带时区的时间。`,
  }),
  noWindow: { en: '--from must be before --to.', zh: '--from 必须早于 --to。' },
  openWindow: (latest: string): Sentence => ({
    en: `--to must be at least 5 minutes in the past, because the gateway may still add rows. The latest possible value is ${latest}.`,
    zh: `--to 必须早于当前时间至少 5 分钟，因为网关可能还会写入记录；目前最晚可填 ${latest}。`,
  }),
  longWindow: (days: number): Sentence => ({
    en: `--from and --to must be at most ${days} days apart.`,
    zh: `--from 与 --to 最多相隔 ${days} 天。`,
  }),
  noCredential: (variable: string): Sentence => ({
    en: `The environment variable ${variable} must contain the gateway's access token.`,
    zh: `环境变量 ${variable} 必须是网关的系统访问令牌。`,
  }),
  badUser: { en: '--user-id must be a whole number.', zh: '--user-id 必须是整数。' },
  badRate: (max: number): Sentence => ({
    en: `--rate must be a whole number of requests a minute, from 1 to ${max}.`,
    zh: `--rate 是每分钟请求数，必须是 1 到 ${max} 的整数。`,
  }),
  badHeader: {
    en: "--header must be a name and a value in printable ASCII, such as 'Veloera-User: 1'.",
    zh: "--header 必须由名称和值组成，只能使用可见的 ASCII 字符，例如 'Veloera-User: 1'。",
  },
  reservedHeader: (name: string): Sentence => ({
    en: `--header must not set ${name}: this command sets it itself.`,
    zh: `--header 不能设置 ${name}：该请求头由本命令设置。`,
  }),
  headerTwice: { en: '--header must not set a header twice.', zh: '--header 中同一个请求头只能出现一次。' },
  tooManyHeaders: (max: number): Sentence => ({
    en: `--header may be given at most ${max} times.`,
    zh: `--header 最多可以给 ${max} 个。`,
  }),
} as const;
