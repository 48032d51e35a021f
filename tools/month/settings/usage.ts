import { connectorIds } from '#shared/gateways/registry.ts';
import type { Sentence } from '#shared/sentence.ts';
import { formatCommand } from '../../packaged.ts';

const EXAMPLE = `${formatCommand('month')} --connector new-api --quota-per-unit 500000 --logs 'export/logs*.json.gz' \\
  --upstream bill.csv --payments payouts.csv --period 2026-10 --out report/`;
const ids = connectorIds.join(', ');

/** Help text of the month command. */
export const MONTH_USAGE: Sentence = {
  en: `${EXAMPLE}

  --connector         ${ids}
  --quota-per-unit    data.quota_per_unit of the gateway's /api/status
  --logs              the gateway's log: files, folders, patterns or s3://bucket/prefix; may be given several times
  --upstream          bills of providers, or the log of the upstream gateway
  --payments          top-ups or orders, and reports of payment providers; joined by order number
  --payments-currency currency of payments whose rows have none (epay), such as CNY
  --channels          the gateway's channel list
  --status            the gateway's status reply, which contains the quota per unit
  --mapping           how the columns of a CSV file are read: FILE.csv=MAPPING.json
  --prices            JSON file with what you pay for models (see docs/month.md)
  --known             known.json: causes that you marked as known; they are left out of sums and exit code
  --currency          currency of the report, of quota, and of rows without a currency (USD)
  --period            2026-10, or 2026-10-01T00:00:00Z/2026-11-01T00:00:00Z
  --out               folder for the report and nothing else, or s3://bucket/prefix
  --settings          JSON file with settings (see docs/month.md)
  --rejected-share    stop if more than this share of rows cannot be read (0.01)
  --partial           if a file is cut off, use the rows before the break; the report mentions it
  --language          en or zh: language of messages, titles and remedies
  --show-columns      print the columns of each file and the first rows as its mapping reads them, then stop
  --show-prices       print the price of each model and channel, and which have none, then stop;
                      with --json, print a file for --prices
  --json              print the summary as JSON
  --quiet             print only the first lines and errors

Files are JSON (any reply of the gateway), JSON Lines or CSV, gzipped or not; the format is recognized.
Nothing leaves this machine unless --out is a bucket. Exit code: 0 without critical findings, 1 with them,
2 if there is no report, 3 if the data is incomplete and nothing critical was found.`,
  zh: `${EXAMPLE}

  --connector         ${ids}
  --quota-per-unit    网关 /api/status 里的 data.quota_per_unit
  --logs              网关日志：文件、目录、通配符或 s3://存储桶/前缀，可以给多个
  --upstream          上游账单，或上游网关的日志
  --payments          充值或订单，以及支付平台的账单；按订单号合并
  --payments-currency 没有写明币种的充值（易支付）用什么币种：CNY
  --channels          网关的渠道列表
  --status            网关的状态返回，其中有每单位额度
  --mapping           CSV 文件的列怎么读：文件.csv=列映射.json
  --prices            模型进价的 JSON 文件，写法见 docs/month.zh-CN.md
  --known             known.json：您已知的原因，不计入合计和退出码
  --currency          报告、额度和没有写明币种的行所用的币种（USD）
  --period            2026-10，或 2026-10-01T00:00:00+08:00/2026-11-01T00:00:00+08:00
  --out               报告写到哪个目录，这个目录只放报告；也可以是 s3://存储桶/前缀
  --settings          JSON 设置文件，写法见 docs/month.zh-CN.md
  --rejected-share    读不了的行超过这个比例就停止（0.01）
  --partial           文件被截断时，只用截断前的行；报告会注明
  --language          en 或 zh：提示、标题和处理办法的语言
  --show-columns      列出每个文件的列，以及列映射读出的前几行，然后结束
  --show-prices       列出每个模型和渠道适用哪个价格、哪些没有价格，然后结束；
                      加上 --json 则输出价格本身，可存为 --prices 的文件
  --json              以 JSON 输出汇总
  --quiet             只输出开头几行和错误

文件可以是 JSON（网关的任何返回）、JSON Lines 或 CSV，压缩与否均可，按内容识别。
除非 --out 指定存储桶，数据不会离开本机。退出码：0 表示没有严重问题，1 表示有，2 表示没有报告，
3 表示数据不完整、但没有发现严重问题。`,
};
