import { connectors } from '#shared/gateways/registry.ts';
import type { Sentence } from '#shared/sentence.ts';
import { formatCommand } from '../packaged.ts';

/** Environment variable with the credential. There is no option, because other users of the machine can see options. */
export const CREDENTIAL_VARIABLE = 'GATEWAY_ACCESS_TOKEN';

/** Ids of connectors whose gateways can be read, because their API is publicly documented. */
export const readable: readonly string[] = connectors
  .filter(({ reading }) => reading !== undefined)
  .map(({ id }) => id);

const EXAMPLE = `${formatCommand('read')} --connector ${readable[0]} --base-url https://… --from 2026-10-01 --to 2026-11-01 --out export/`;
const ids = readable.join(', ');

/** Help text of the reader. */
export const READ_USAGE: Sentence = {
  en: `${EXAMPLE}

  --connector   ${ids}
  --base-url    address of the gateway
  --from, --to  first day, and the day after the last (or date-times with an offset); days are UTC
  --out         folder for the export; an interrupted run resumes where it stopped
  --user-id     id of the user the credential belongs to; older versions of new-api require it
  --header      another header, such as 'X-Team: 7'; may be given several times. Its value is never written to a file
  --rate        requests a minute (100)
  --language    en or zh: language of messages; without it, that of the environment
  --token-in-clear-text
                accept http:// in a private network, where others in the network can read the credential

Put the credential, an administrator's access token from the gateway's settings page, into the environment variable
${CREDENTIAL_VARIABLE}. It is sent only to the gateway and never saved. Prompts, replies, keys, names and addresses
are stripped before anything is written. Exit code: 0 if everything was read, else 2.`,
  zh: `${EXAMPLE}

  --connector   ${ids}
  --base-url    网关的地址
  --from, --to  第一天，以及最后一天的次日（也可以是带时区的时间）；日期按 UTC
  --out         导出写到哪个目录；中断后重新运行会从停下的地方继续
  --user-id     令牌所属用户的 ID；旧版 new-api 需要
  --header      额外的请求头，例如 'X-Team: 7'，可以给多个；它的值不会写到任何地方
  --rate        每分钟请求数（100）
  --language    en 或 zh：提示的语言，默认为系统语言
  --token-in-clear-text
                允许在内网使用 http://，途中任何人都能看到令牌

凭证是管理员的系统访问令牌，在网关的设置页面生成，放在环境变量 ${CREDENTIAL_VARIABLE} 里。它只发给网关，不会写到任何地方。
提示词、回复、密钥、姓名和地址在写盘之前就已剔除。退出码：0 表示全部读完，2 表示没有。`,
};
