import { unreadable } from '../../files/native-file.ts';
import type { Batch } from '../../files/row-sink.ts';

const LENGTH_MAX = 64;
/** `1.234` is a thousand and more where other cells of its column have a decimal comma. */
const PERHAPS_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const DECIMAL_COMMA = /^[+-]?(?:0?,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/;

/**
 * Passes the rows of a table on.
 * @throws Rejection at its end, where a column has numbers in two notations, of which one may be a thousand times another
 */
export async function* inOneNotation(batches: AsyncIterable<Batch>, file: string): AsyncGenerator<Batch> {
  const [commas, points] = [new Set<string>(), new Set<string>()];
  for await (const batch of batches) {
    for (const { native } of batch.rows)
      for (const [column, cell] of Object.entries(native)) {
        if (typeof cell !== 'string' || cell.length > LENGTH_MAX) continue;
        if (PERHAPS_THOUSANDS.test(cell)) points.add(column);
        else if (DECIMAL_COMMA.test(cell)) commas.add(column);
      }
    yield batch;
  }
  const mixed = [...commas].find((column) => points.has(column));
  if (mixed !== undefined)
    throw unreadable(file, {
      en: `writes column “${mixed}” with decimal commas and with points before three digits, which may be thousands; export it with decimal points`,
      zh: `列“${mixed}”既有小数逗号，又有后跟三位数字的句点（可能是千位分隔符）；请以小数点格式重新导出`,
    });
}
