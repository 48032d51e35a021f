import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { DETAILS_MAX } from '#shared/limits.ts';
import { compare, sumBy, toPlainText } from '#shared/money/money.ts';
import { channelRows } from '#shared/pipeline/read/channel-rows.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import type { PricedUse } from '#shared/pipeline/reconcile/estimator.ts';
import { reportSource } from '#shared/pipeline/report.ts';
import { run } from '#shared/pipeline/run.ts';
import type { Watch } from '#shared/pipeline/run-on.ts';
import { statedRun } from '#shared/pipeline/settings/stated-run.ts';
import { type StatedSettings, statedSettings } from '#shared/pipeline/settings/stated-settings.ts';
import type { RunSettings } from '#shared/pipeline/settings.ts';
import { usesPublishedList } from '#shared/prices/price-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import { answeredOf } from '#shared/report/files/answered-of.ts';
import type { RejectedRow, ReportSource } from '#shared/report/files/report-source.ts';
import type { Answered } from '#shared/report/view/answered.ts';
import { counted } from './counted.ts';
import { fieldOf, type Order, type OrderedFile, type Progress } from './protocol.ts';

type Run = Omit<Extract<Order, { do: 'run' }>, 'do'>;

/** Files in the order of their names, as the month command reads them: rows that cannot be read are listed so. */
const inOrder = (sources: readonly OrderedFile[]): OrderedFile[] =>
  sources.toSorted((a, b) => (a.file.name < b.file.name ? -1 : a.file.name > b.file.name ? 1 : a.id - b.id));

const PUBLISHED: Rejection = new Rejection(
  'invalid_request',
  {
    en: 'The prices rest on a published list, which this page does not carry.',
    zh: '价格引用了公开价目，本页面不含该价目。',
  },
  [
    {
      en: 'npm run month -- --show-prices --json writes a file with all prices that apply; drop that one here.',
      zh: '用 npm run month -- --show-prices --json 可写出所有适用价格的文件，请拖入该文件。',
    },
  ],
);

function checked(given: StatedSettings): StatedSettings {
  const stated = statedSettings(given);
  if ('output' in stated) return stated.output;
  throw new Rejection(
    'invalid_request',
    { en: 'A setting cannot be used.', zh: '有一项设置无法使用。' },
    stated.mistakes,
  );
}

async function settingsOf({ sources, settings, isPartial }: Run): Promise<RunSettings> {
  const stated = statedRun(checked(settings), isPartial);
  if (stated.prices && usesPublishedList(stated.prices)) throw PUBLISHED;
  const connector = sources.find(({ role }) => role === 'logs')?.connector ?? stated.connector ?? 'new-api';
  const lists = sources.filter(({ role }) => role === 'channels');
  const channels = await Promise.all(
    lists.map(({ file }) => channelRows({ name: file.name, bytes: file.stream() })),
  );
  const fields = new Set(sources.map(fieldOf));
  return {
    ...stated,
    connector,
    supplied: { upstreamCharges: fields.has('upstreamCharges'), payments: fields.has('payments') },
    ...(lists.length > 0 && { channels: channels.flat() }),
  };
}

/** Sales without a price, by model. */
function unpricedOf(uses: readonly PricedUse[]): NonNullable<Answered['unpriced']> {
  const models = [...Map.groupBy(uses, ({ model }) => model)].flatMap(([model, same]) => {
    // Where the log has no tokens, no price helps.
    const lines = same.flatMap(({ unpriced }) =>
      [...unpriced].flatMap(([why, line]) => (why === 'tokens' ? [] : [line])),
    );
    if (lines.length === 0) return [];
    const requests = lines.reduce((sum, line) => sum + line.requests, 0);
    return [{ model, requests, revenue: sumBy(lines, ({ revenue }) => revenue.value) }];
  });
  const ordered = models.toSorted((a, b) => compare(b.revenue, a.revenue));
  return ordered.map(({ revenue, ...rest }) => ({ ...rest, revenue: toPlainText(revenue) }));
}

/** The first rows that could not be read, by their places. */
function asideOf({ rejected }: ReportSource): Answered['aside'] {
  const first: RejectedRow[] = [];
  let count = 0;
  for (const row of rejected()) if (count++ < DETAILS_MAX) first.push(row);
  return count === 0 ? undefined : { count, first };
}

/** So many pieces of news are a bar that moves. */
const NEWS_MAX = 100;

/** Tells how far a run is, as its files are read and its steps begin. */
function teller(files: readonly { readonly file: File }[], tell: (progress: Progress) => void) {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let now: Progress = { step: 'reading', rows: 0, bytes: 0, total };
  let told = 0;
  return {
    begin(step: Progress['step']): void {
      // Files may be read once more, in another dialect.
      now = { ...now, step, ...(step === 'reading' && { rows: 0, bytes: 0 }) };
      told = 0;
      tell(now);
    },
    read(rows: number, bytes: number): void {
      now = { ...now, rows: now.rows + rows, bytes: now.bytes + bytes };
      if (now.bytes - told < total / NEWS_MAX) return;
      told = now.bytes;
      tell(now);
    },
  };
}

const STEPS = { read: 'reading', link: 'linking', reconcile: 'reconciling' } as const;

/**
 * Reconciles what files hold, as the month command does: the same calls, so the same report.
 * @throws Rejection for a mistake in a setting or a file, and where a guard refuses the files
 */
export async function answerOf(
  given: Run,
  generatedAt: string,
  tell: (progress: Progress) => void,
): Promise<Answered> {
  const files = inOrder(given.sources).flatMap((file) => {
    const field = fieldOf(file);
    return field === undefined ? [] : [{ ...file, field }];
  });
  const sources = files.map(({ file: { name }, field, role, rules, stated }, source): Source => {
    const mapping = role === 'mapped' ? { mapping: parseMapping(rules, name) } : {};
    return { source, field, name, place: name, ...mapping, ...stated };
  });
  const settings = await settingsOf(given);
  const { begin, read } = teller(files, tell);
  const open = ({ source }: Source) => counted(files[source]?.file as File, (bytes) => read(0, bytes));
  const watch: Watch = (step) => {
    begin(STEPS[step]);
    return (rows = 0) => {
      if (step === 'read') read(rows, 0);
    };
  };
  const ran = await run(sources, open, settings, watch);
  begin('telling');
  const source = reportSource(ran, {
    sources,
    generatedAt,
    connector: settings.connector,
    page: () => '',
    language: undefined,
  });
  const [aside, unpriced] = [asideOf(source), unpricedOf(ran.reconciled.uses)];
  return { ...answeredOf(source), ...(aside && { aside }), ...(unpriced.length > 0 && { unpriced }) };
}
