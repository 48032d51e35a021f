import { parseInstant } from '../../civil-time.ts';
import { maskName } from '../../schemas/plain-name.ts';
import type { Sentence } from '../../sentence.ts';
import { isCountedRow } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { Books } from '../link/link-sources.ts';
import type { Repeats } from '../link/repeats.ts';
import type { Source } from '../read/source.ts';
import { buildPeriodTest, type RunSettings } from '../run-settings.ts';
import { BALANCES } from '../settings/balances.ts';
import type { LinkedFacts } from './file-facts.ts';

const PAIRS_MAX = 5;

/** Merges the two directions of a pair of files. The file from which more rows were left out comes first. */
function mergePairs(repeats: readonly Repeats[]): Repeats[] {
  const pairs = Map.groupBy(repeats, ({ source, earlier }) => [source, earlier].sort().join(' '));
  return [...pairs.values()].map((both) => {
    const most = both.reduce((a, b) => (b.rows > a.rows ? b : a));
    return { ...most, rows: both.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

/** Describes pairs of files that contain the same rows, to explain why fewer rows count than the files have. */
export const describeRepeats = ({ repeats, sources }: LinkedFacts): Sentence[] =>
  mergePairs(repeats.filter(({ source, earlier }) => source !== earlier))
    .slice(0, PAIRS_MAX)
    .map(({ source, earlier, rows }) => {
      const [{ location: name }, { location: other }] = [
        sources[source] as Source,
        sources[earlier] as Source,
      ];
      return {
        en:
          rows === 1
            ? `1 row of ${name} is also in ${other}. It counts once.`
            : `${rows} rows of ${name} are also in ${other}. They count once.`,
        zh: `${name} 中有 ${rows} 行与 ${other} 中的记录相同，只计一次。`,
      };
    });

function* billedChannels(
  { upstreamCharges, rowRefs, charges, sales, joined }: Books,
  { period }: RunSettings,
) {
  const isInside = buildPeriodTest(period);
  for (const [index, { channelId, occurredAt }] of upstreamCharges.entries())
    if (rowRefs.upstreamCharges[index]?.source !== BALANCES && isInside(parseInstant(occurredAt)))
      yield channelId;
  const { time } = charges.table.columns;
  const { channel } = sales.table.columns;
  for (let row = 0; row < charges.length; row++) {
    const sale = joined.sale[row] as number;
    if (isCountedRow(charges, row) && sale !== NO_ROW && isInside(time[row] as number))
      yield sales.channels.texts[channel[sale] as number];
  }
}

/** Lists the channels that have both a balance in the settings and bill rows in the period. */
export function findBilledBalances(books: Books, settings: RunSettings): readonly string[] {
  const { balances = [] } = settings;
  if (balances.length === 0) return [];
  const billed = new Set(billedChannels(books, settings));
  return balances.flatMap(({ channel }) => (billed.has(channel) ? channel : []));
}

/** Refuses channels that have both a balance in the settings and a bill, because their cost would count twice. */
export const refuseBilledBalances = ({ balancesBilled }: Pick<LinkedFacts, 'balancesBilled'>): Sentence[] =>
  balancesBilled.map(maskName).map((channel) => ({
    en: `Channel ${channel} has both a balance and a bill in one period, so its cost would count twice. Remove one of the two.`,
    zh: `渠道 ${channel} 在同一账期既有余额又有账单，成本会重复计算。请只保留其一。`,
  }));
