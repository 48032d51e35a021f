import { makeSentence, type Sentence } from '../sentence.ts';

/** Message for a missing field. */
export const REQUIRED: Sentence = { en: 'is required', zh: '必填' };
/** Message for empty text. */
export const NOT_EMPTY: Sentence = { en: 'must not be empty', zh: '不能为空' };
/** Message for a negative number. */
export const NOT_NEGATIVE: Sentence = { en: 'must be at least 0', zh: '不能小于 0' };
/** Message for a value that is not text. */
export const NOT_TEXT: Sentence = { en: 'must be text', zh: '必须是文本' };
/** Message for a value that is not an object. */
export const NOT_AN_OBJECT: Sentence = { en: 'must be an object', zh: '必须是对象' };
/** Message for a value that is not an array. */
export const NOT_AN_ARRAY: Sentence = { en: 'must be an array', zh: '必须是数组' };
/** Message for a value that contains no list of rows. */
export const NOT_A_ROW_LIST: Sentence = {
  en: 'must be an array of rows, or one page of a list reply',
  zh: '必须是由行组成的数组，或列表接口返回的一页',
};

const ONE_OF: Sentence = { en: 'must be one of', zh: '必须是以下之一：' };

/** Builds the message for a value that must be one of `values`. */
export const mustBeOneOf = (values: readonly string[]): Sentence =>
  makeSentence((language) => `${ONE_OF[language]}${language === 'en' ? ' ' : ''}${values.join(', ')}`);

/** Builds the message for text of more than `max` UTF-16 code units. */
export const atMostCharacters = (max: number): Sentence => ({
  en: `must have at most ${max} characters`,
  zh: `最多 ${max} 个字符`,
});
