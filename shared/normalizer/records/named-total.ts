import type { Sentence } from '../../sentence.ts';

/** A sum below the rows that it adds up would double the bill. */
const TOTAL =
  /^(?:(?:grand[- ]?|sub[- ]?)?totals?|(?:grand )?sum|overall|all(?: models)?|合计|总计|小计|总额|汇总|全部(?:模型)?|所有模型)[:：]?$/i;
export const namesTotal = (model: string): boolean => TOTAL.test(model.trim());

export const NO_MODEL: Sentence = {
  en: 'names a total, not a model: leave such rows out',
  zh: '是合计，而不是模型：请删去这样的行',
};
