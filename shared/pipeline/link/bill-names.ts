import { isCountedRow } from '../columns/log-columns.ts';
import type { Source } from '../read/source.ts';
import type { Books } from './link-sources.ts';

interface BilledRow {
  readonly model: string;
  readonly channelId?: string | undefined;
}

/**
 * Builds a function that names the bills with rows of one of some models (all models if there are none) and of a channel
 * (all channels if null). It returns an empty list if these are all bills: a name would tell nothing.
 */
export function buildBillFinder(
  { upstreamCharges, rowRefs, charges }: Books,
  sources: readonly Source[],
): (models: readonly string[], channelId: string | null) => string[] {
  const bills = sources.filter(({ field }) => field === 'upstreamCharges');
  const rows = new Map<string, BilledRow & { readonly source: number }>();
  const add = (source: number | undefined, { model, channelId }: BilledRow) => {
    if (source !== undefined)
      rows.set(JSON.stringify([source, model, channelId]), { source, model, channelId });
  };
  if (bills.length < 2) return () => [];
  for (const [index, row] of upstreamCharges.entries()) add(rowRefs.upstreamCharges[index]?.source, row);
  const { source, model, channel } = charges.table.columns;
  const seen = new Set<number>();
  for (let row = 0; row < charges.length; row++) {
    const [ofModel, ofChannel, ofSource] = [model[row] ?? 0, channel[row] ?? 0, source[row] ?? 0];
    const place = (ofModel * charges.channels.texts.length + ofChannel) * sources.length + ofSource;
    if (seen.has(place) || !isCountedRow(charges, row)) continue;
    seen.add(place);
    add(ofSource, {
      model: charges.models.texts[ofModel] ?? '',
      channelId: charges.channels.texts[ofChannel] || undefined,
    });
  }
  return (models, channelId) => {
    const found = new Set(
      [...rows.values()]
        .filter((row) => models.length === 0 || models.includes(row.model))
        .filter((row) => channelId === null || row.channelId === undefined || row.channelId === channelId)
        .map((row) => row.source),
    );
    const named = bills.filter((bill) => found.has(bill.source));
    return named.length < bills.length ? named.map(({ name }) => name) : [];
  };
}
