import type { CauseLine } from '../../answer/cause-lines.ts';
import type { Share } from '../../answer/traits.ts';
import { h, jumpTo } from '../element.ts';
import { money, unbroken } from '../figures.ts';
import type { Part, View } from '../view.ts';

/** What a customer has of a cause; `undefined` where they have nothing. */
const shareOf = ({ cause }: CauseLine, { report, traits, place }: View): Share | undefined =>
  traits[report.summary.causes.indexOf(cause)]?.shares.find(({ userId }) => userId === place.userId);

/** What was found about the model, channel or customer that a table's reader has chosen, and what to do. */
export function panel(lines: readonly CauseLine[], view: View): Part {
  const { words, place, report } = view;
  const { model, channelId, userId } = place;
  const name = [model, channelId, userId].filter((one) => one !== '').join(', ');
  if (name === '' || !view.act) return null;
  const isOf = ({ cause }: CauseLine, share: Share | undefined) =>
    (model === '' || cause.model === model) &&
    (channelId === '' || cause.channelId === channelId) &&
    (userId === '' || share !== undefined);
  const own = lines
    .flatMap((line) => (line.parts.length > 0 ? line.parts : [line]))
    .map((line) => ({ line, share: shareOf(line, view) }))
    .filter(({ line, share }) => line.side !== 'record' && isOf(line, share));
  const items = own.map(({ line: { cause, text, remedy }, share }) =>
    h('li', { key: cause.findingId }, [
      money(share?.amount ?? cause.amount ?? '0', report.currency),
      h('span', unbroken(text), h('span.remedy', remedy)),
    ]),
  );
  return h('div.panel', { role: 'status' }, [
    h('h3', `${words.tables.about} ${name}`),
    items.length === 0 ? h('p.hint', words.tables.nothing) : h('ul', items),
    h('a', jumpTo('findings', view.act), words.tables.below),
  ]);
}
