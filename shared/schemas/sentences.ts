import { inEach, type Sentence } from '../sentence.ts';

/** What more than one schema or reader of rows says of a field. */

export const REQUIRED: Sentence = { en: 'is required', zh: '必填' };
export const NOT_EMPTY: Sentence = { en: 'must not be empty', zh: '不能为空' };
export const NOT_NEGATIVE: Sentence = { en: 'must be at least 0', zh: '不能小于 0' };
export const NO_OBJECT: Sentence = { en: 'must be an object', zh: '必须是对象' };
export const NO_ARRAY: Sentence = { en: 'must be an array', zh: '必须是数组' };
export const NO_ROWS: Sentence = {
  en: 'must be an array of rows, or the page of a list reply that holds them',
  zh: '必须是由行组成的数组，或装有这些行的列表响应的一页',
};

const ONE_OF: Sentence = { en: 'must be one of', zh: '必须是以下之一：' };

/** @param values in their order */
export const oneOfThese = (values: readonly string[]): Sentence =>
  inEach((language) => `${ONE_OF[language]}${language === 'en' ? ' ' : ''}${values.join(', ')}`);

/** @param max in UTF-16 code units */
export const atMostCharacters = (max: number): Sentence => ({
  en: `must have at most ${max} characters`,
  zh: `最多 ${max} 个字符`,
});
