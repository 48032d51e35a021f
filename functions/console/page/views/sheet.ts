import type { VNode } from 'preact';
import { h, table } from '#shared/report/view/element.ts';
import type { TextInput } from '#shared/report/view/view.ts';
import type { PageState } from '../page-state.ts';
import { findSettingPath, type SheetName } from '../settings/form.ts';
import type { PageWords } from '../words/words.ts';

/** Attributes of the input of each cell. Cells without an entry are amounts. */
const INPUTS: Readonly<Record<SheetName, readonly object[]>> = {
  rates: [{ maxlength: 3 }, { type: 'date' }, { inputmode: 'decimal' }],
  prices: [{ list: 'models' }, { list: 'channels' }],
  names: [{}, { list: 'models' }],
  balances: [{ list: 'channels' }, {}, { inputmode: 'text' }, {}, { maxlength: 3 }],
};
const AMOUNT = { inputmode: 'decimal' };

/**
 * Editable table of the settings form, with an empty line at the end. Checks the settings when the user leaves a
 * cell.
 */
export function sheetTable(
  name: SheetName,
  state: PageState,
  { terms: texts, id: language }: PageWords,
): VNode {
  const lines = state.settings[name];
  const { heads } = texts[name];
  const all = lines.at(-1)?.some(Boolean) === false ? lines : [...lines, heads.map(() => '')];
  const cell = (place: number, at: number, value: string, line: readonly string[]): VNode => {
    const id = `${name}-${place}-${at}`;
    const path = findSettingPath(name, lines, place, at);
    const mistake = state.mistakes.find((candidate) => candidate.path === path);
    const onInput = ({ currentTarget }: TextInput) =>
      state.setField(name, all.with(place, line.with(at, currentTarget.value)));
    return h('td', { 'data-label': heads[at] }, [
      h('input', {
        id,
        value,
        autocomplete: 'off',
        onInput,
        onChange: () => state.checkSettings(),
        ...(INPUTS[name][at] ?? AMOUNT),
        'aria-label': `${heads[at]} · ${(at > 0 && line[0]) || place + 1}`,
        ...(mistake && { 'aria-invalid': true, 'aria-describedby': `${id}-why` }),
      }),
      mistake && h('p.why', { id: `${id}-why` }, mistake.sentence[language]),
    ]);
  };
  const rows = all.map((line, place) => {
    const cells = line.map((value, at) => cell(place, at, value, line));
    return h('tr', cells);
  });
  return table({}, { class: 'typed' }, heads, rows);
}
