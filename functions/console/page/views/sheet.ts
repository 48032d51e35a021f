import type { VNode } from 'preact';
import { h, table } from '#shared/report/view/element.ts';
import type { Typed } from '#shared/report/view/view.ts';
import type { Desk } from '../desk.ts';
import { pathOf, type Sheet } from '../settings/form.ts';
import type { Words } from '../words/words.ts';

/** What an input of each cell takes, beside text. */
const INPUTS: Readonly<Record<Sheet, readonly object[]>> = {
  rates: [{ maxlength: 3 }, { type: 'date' }, { inputmode: 'decimal' }],
  prices: [{ list: 'models' }, { list: 'channels' }],
  names: [{}, { list: 'models' }],
};
const AMOUNT = { inputmode: 'decimal' };

/** Lines as they are typed, and an empty one below them; a mistake is told once its cell is left. */
export function sheet(name: Sheet, desk: Desk, { terms: say, id: language }: Words): VNode {
  const lines = desk.settings[name];
  const { heads } = say[name];
  const all = lines.at(-1)?.some(Boolean) === false ? lines : [...lines, heads.map(() => '')];
  const cell = (place: number, at: number, value: string, line: readonly string[]): VNode => {
    const id = `${name}-${place}-${at}`;
    const path = pathOf(name, lines, place, at);
    const mistake = desk.mistakes.find((one) => one.path === path);
    const onInput = ({ currentTarget }: Typed) =>
      desk.state(name, all.with(place, line.with(at, currentTarget.value)));
    return h('td', { 'data-label': heads[at] }, [
      h('input', {
        id,
        value,
        autocomplete: 'off',
        onInput,
        onChange: () => desk.check(),
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
