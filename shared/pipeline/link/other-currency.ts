import { toCurrencyCode } from '../../money/currency.ts';
import { Rejection } from '../../rejections.ts';
import type { Source } from '../read/source.ts';

/**
 * @param charges all upstream charges and the sources that they stand in
 * @throws Rejection if a row names another currency than the settings state of its file
 */
export function refuseOtherCurrency(
  charges: Iterable<readonly [currency: string | undefined, source: number]>,
  sources: readonly Source[],
): void {
  const stated = new Map(sources.map((source) => [source.source, source]));
  if (sources.every(({ currency }) => currency === undefined)) return;
  for (const [currency, source] of charges) {
    const { currency: own, place } = stated.get(source) ?? {};
    if (own === undefined || currency === undefined || toCurrencyCode(own) === toCurrencyCode(currency))
      continue;
    throw new Rejection('invalid_request', {
      en: `Rows of ${place} name another currency than "currency" of the file in the settings, which is for rows that name none. Remove it, or state a rate.`,
      zh: `${place} 中的行写明的币种与设置里该文件的 "currency" 不同；该项只用于没有写明币种的行。请删去，或填写汇率。`,
    });
  }
}
