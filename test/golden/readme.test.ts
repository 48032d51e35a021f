import { test } from 'vitest';
import type { Bill } from '#shared/bills/bill.ts';
import { bills } from '#shared/bills/registry.ts';
import { builtInMappings } from '#shared/files/mapping/built-in-mappings.ts';
import type { Connector } from '#shared/gateways/connector.ts';
import {
  STRIP_PROGRAM,
  stripChannelsCommand,
  stripCommand,
} from '#shared/gateways/prohibited/strip-command.ts';
import { stripProgram } from '#shared/gateways/prohibited/strip-program.ts';
import { connectors } from '#shared/gateways/registry.ts';
import type { Language } from '#shared/language.ts';
import { errorCodes } from '#shared/rejections.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import { runMonth } from '#tools/month/run-month.ts';
import { readMonthSettings } from '#tools/month/settings/settings.ts';
import { formatReport } from '#tools/print-report.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { expectSections } from '../support/golden/generated-section.ts';

const READMES = { en: 'README.md', zh: 'README.zh-CN.md' } as const satisfies Record<Language, string>;
const languages = Object.keys(READMES) as Language[];

/** Number of causes in the README. */
const CAUSES_SHOWN = 2;
/** The terminal in the README. */
const COLUMNS = 80;

/** The answer of the demo, its first causes, and the totals. */
async function demoLines(language: Language): Promise<string[]> {
  const settings = await readMonthSettings(['--settings', 'examples/month.json', '--language', language]);
  if (settings === undefined) throw new Error('help was not asked for');
  const month = await runMonth(settings, '2026-11-21T00:00:00Z', () => () => {});
  const words = reportWords[language];
  const screen = { paint: (_: string, text: string) => text, language, columns: COLUMNS };
  const lines = formatReport(month, screen);
  const section = (head: string): string[] => {
    const start = lines.indexOf(head);
    return lines.slice(start, lines.indexOf('', start));
  };
  const causes = section(words.causes);
  const starts = causes.flatMap((line, index) => (/^ {2}\S/.test(line) ? [index] : []));
  return [
    '```text',
    ...lines.slice(0, lines.indexOf('') + 1),
    ...causes.slice(0, starts[CAUSES_SHOWN]),
    '  …',
    '',
    ...section(words.totals(month.report.currency)),
    '```',
  ];
}

const pathOf = ({ source }: Connector, ...ids: string[]): string => {
  const resource = source.resources.find(({ id }) => ids.includes(id));
  return resource === undefined ? '–' : `\`${resource.path}\``;
};

const GATEWAY_WORDS = {
  en: { heads: 'Gateway | Forks | Log | Payments | `npm run read`', yes: 'yes', no: 'no', comma: ', ' },
  zh: { heads: '网关 | 分支 | 日志 | 充值 | `npm run read`', yes: '支持', no: '不支持', comma: '、' },
} as const;

const gatewayLines = (language: Language) => {
  const { heads, yes, no, comma } = GATEWAY_WORDS[language];
  const rows = connectors.map((connector: Connector) => [
    `${connector.name} \`${connector.id}\``,
    (connector.forks ?? []).map(({ name }) => name).join(comma) || '–',
    pathOf(connector, 'logs'),
    pathOf(connector, 'top-ups', 'orders'),
    connector.reading ? yes : no,
  ]);
  return [`| ${heads} |`, '|---|---|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)];
};

const BILL_WORDS = {
  en: {
    heads: 'Given as | Recognized',
    logs: '`--logs`, besides the gateways above',
    upstreamCharges: '`--upstream`',
    payments: '`--payments`',
  },
  zh: {
    heads: '选项 | 自动识别的文件',
    logs: '`--logs`（除上述网关外）',
    upstreamCharges: '`--upstream`',
    payments: '`--payments`',
  },
} as const;

const billLines = (language: Language) => {
  const { heads, logs, upstreamCharges, payments } = BILL_WORDS[language];
  const names = (field: 'logs' | 'upstreamCharges' | 'payments') =>
    [
      ...bills.filter(({ ledger }) => ledger === field),
      ...builtInMappings.filter((mapped) => mapped.field === field),
    ]
      .map(({ name, nameInChinese = name }: Pick<Bill, 'name' | 'nameInChinese'>) =>
        language === 'zh' ? nameInChinese : name,
      )
      .join(' · ');
  return [
    `| ${heads} |`,
    '|---|---|',
    `| ${logs} | ${names('logs')} |`,
    `| ${upstreamCharges} | ${names('upstreamCharges')} |`,
    `| ${payments} | ${names('payments')} |`,
  ];
};

const ERROR_HEADS = {
  en: '`error.code` | Status | Invoked directly | Meaning | Remedy',
  zh: '`error.code` | 状态码 | 直接调用 | 含义 | 处理办法',
} as const;

const errorLines = (language: Language) => [
  `| ${ERROR_HEADS[language]} |`,
  '|---|---|---|---|---|',
  ...Object.entries(errorCodes).map(
    ([code, { status, name, meaning, remedy }]) =>
      `| \`${code}\` | ${status} | \`${name}\` | ${meaning[language]} | ${remedy[language]} |`,
  ),
];

test.each(languages)(
  'the README in %s shows the output of the demo and the supported gateways and bills',
  async (language) =>
    expectSections(READMES[language], {
      demo: await demoLines(language),
      gateways: gatewayLines(language),
      bills: billLines(language),
    }),
);

test.each(languages)('the API page in %s lists the refusals', (language) =>
  expectSections(READMES[language].replace('README', 'docs/api'), { errors: errorLines(language) }),
);

test('docs/strip.md contains the strip commands of the manifests', () => {
  const shell = (command: string) => ['```sh', command, '```'];
  const lines = [
    'For logs, payments and upstream charges of any gateway, in a clone of this repository or next to a copy of [strip.jq](strip.jq):',
    '',
    ...shell(stripCommand),
    '',
    'For channel lists, which contain more secrets:',
    '',
    ...shell(stripChannelsCommand),
    '',
    'Both also remove names and addresses of persons, and token names except those of channel tests.',
  ];
  return expectSections('docs/strip.md', { strip: lines });
});

test('the program in these commands is generated from the table of prohibited names', () =>
  expectFileText(STRIP_PROGRAM, stripProgram));
