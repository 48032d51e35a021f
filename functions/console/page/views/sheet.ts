import type { VNode } from 'preact';
import { h, table } from '#shared/report-view/element.ts';
import type { Typed } from '#shared/report-view/view.ts';
import { type Lines, pathOf, type Sheet } from '../settings/terms.ts';
import type { Words } from '../words/words.ts';
import type { Mistake } from '../worker/protocol.ts';

/** What an input of each cell takes, beside text. */
const INPUTS: Readonly<Record<Sheet, readonly object[]>> = {
  rates: [{ maxlength: 3 }, { type: 'date' }, { inputmode: 'decimal' }],
  prices: [{ list: 'models' }, { list: 'channels' }],
  names: [{}, { list: 'models' }],
};
const AMOUNT = { inputmode: 'decimal' };

/** Lines as they are typed, and an empty one below them; a mistake is told once its cell is left. */
export function sheet(
  name: Sheet,
  lines: Lines,
  mistakes: readonly Mistake[],
  { terms: say, id: language }: Words,
  change: (lines: Lines) => void,
  check: () => void,
): VNode {
  const { heads } = say[name];
  const all = lines.at(-1)?.some(Boolean) === false ? lines : [...lines, heads.map(() => '')];
  const cell = (place: number, at: number, value: string, line: readonly string[]): VNode => {
    const id = `${name}-${place}-${at}`;
    const path = pathOf(name, lines, place, at);
    const mistake = mistakes.find((one) => one.path === path);
    const onInput = ({ currentTarget }: Typed) => change(all.with(place, line.with(at, currentTarget.value)));
    return h('td', { 'data-label': heads[at] }, [
      h('input', {
        id,
        value,
        autocomplete: 'off',
        onInput,
        onChange: check,
        ...(INPUTS[name][at] ?? AMOUNT),
        'aria-label': `${heads[at]} · ${(at > 0 && line[0]) || place + 1}`,
        ...(mistake && { 'aria-invalid': true, 'aria-describedby': `${id}-why` }),
      }),
      mistake && h('p.why', { id: `${id}-why` }, mistake.sentence[language]),
    ]);
  };
  const row = (line: readonly string[], place: number) =>
    h(
      'tr',
      line.map((value, at) => cell(place, at, value, line)),
    );
  const named = heads.map((head) => h('th', { scope: 'col' }, head));
  return table({}, { class: 'typed' }, named, all.map(row));
}
