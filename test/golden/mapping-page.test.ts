import { expect, test } from 'vitest';
import { describeFile as described } from '#shared/files/describe-file.ts';
import { mappableFields, parseMapping } from '#shared/files/mapping/mapping.ts';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { formatMappedRows } from '#tools/month/show-columns.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { replaceSection } from '../support/golden/generated-section.ts';

/** Texts of the table of fields, by language. */
const PAGES = {
  en: {
    file: 'docs/mapping.md',
    head: '| `rows` | Fields (bold: required) |',
    comma: ', ',
    logs: "Any column of the gateway's own log table",
  },
  zh: {
    file: 'docs/mapping.zh-CN.md',
    head: '| `rows` | 字段（粗体为必填） |',
    comma: '、',
    logs: '网关自己的日志表里的任意列',
  },
} as const satisfies Record<Language, unknown>;

/** Matches a table, its mapping and its rows: three consecutive blocks, with text between the last two. */
const EXAMPLE =
  /(```csv\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```\n\n(?:(?!```)[\s\S])*?```text\n)[\s\S]*?```/g;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** The output of `--show-columns`. */
async function outcome(table: string, mapping: string, language: Language): Promise<string> {
  const rules = parseMapping(JSON.parse(mapping), 'mapping.json');
  const description = await described({ name: 'table.csv', bytes: bytesOf(table) }, rules);
  expect(description.rejected).toEqual([]);
  for (const { mapped } of description.rows) expect(mapped).not.toHaveProperty('reason');
  const field = rules.rows === 'downstreamUsage' ? 'logs' : rules.rows;
  const lines = formatMappedRows(description, field, language).map((line) => line.slice(2));
  return `${lines.join('\n')}\n`;
}

const fieldLines = ({ head, comma, logs }: (typeof PAGES)[Language]) => [
  head,
  '|---|---|',
  ...(['downstreamUsage', 'upstreamCharges', 'payments'] as const).map(
    (rows) =>
      `| \`${rows}\` | ${mappableFields[rows].map(({ name, isRequired }) => (isRequired ? `**\`${name}\`**` : `\`${name}\``)).join(comma)} |`,
  ),
  `| \`logs\` | ${logs} |`,
];

test.each(LANGUAGES)(
  'the mapping page in %s describes every field, and its examples work as described',
  async (language) => {
    const page = PAGES[language];
    let text = replaceSection(page.file, 'fields', fieldLines(page));
    const examples = [...text.matchAll(EXAMPLE)];
    expect(examples).toHaveLength(9);
    for (const [whole, head = '', table = '', mapping = ''] of examples) {
      const rows = await outcome(table, mapping, language);
      text = text.replace(whole, () => `${head}${rows}\`\`\``);
    }
    await expectFileText(page.file, text);
  },
);
