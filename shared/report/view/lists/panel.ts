import type { CauseLine } from '../../answer/cause-lines.ts';
import type { CustomerShare } from '../../answer/traits.ts';
import { h, jumpTo } from '../element.ts';
import { money, splitUnbroken } from '../figures.ts';
import type { View, ViewPart } from '../view.ts';

/** Share of the selected customer in a cause. Undefined if the customer has none. */
const shareOf = ({ cause }: CauseLine, { report, traits, place }: View): CustomerShare | undefined =>
  traits[report.summary.causes.indexOf(cause)]?.shares.find(({ userId }) => userId === place.userId);

/** Panel with the causes of the selected model, channel or customer, and their remedies. */
export function selectionPanel(lines: readonly CauseLine[], view: View): ViewPart {
  const { words, place, report } = view;
  const { model, channelId, userId } = place;
  const name = [model, channelId, userId].filter((id) => id !== '').join(', ');
  if (name === '' || !view.act) return null;
  const isOf = ({ cause }: CauseLine, share: CustomerShare | undefined) =>
    (model === '' || cause.model === model) &&
    (channelId === '' || cause.channelId === channelId) &&
    (userId === '' || share !== undefined);
  const matches = lines
    .flatMap((line) => (line.parts.length > 0 ? line.parts : [line]))
    .map((line) => ({ line, share: shareOf(line, view) }))
    .filter(({ line, share }) => line.side !== 'record' && isOf(line, share));
  const items = matches.map(({ line: { cause, text, remedy }, share }) =>
    h('li', { key: cause.findingId }, [
      money(share?.amount ?? cause.amount ?? '0', report.currency),
      h('span', splitUnbroken(text), h('span.remedy', remedy)),
    ]),
  );
  return h('div.panel', { role: 'status' }, [
    h('h3', `${words.tables.about} ${name}`),
    items.length === 0 ? h('p.hint', words.tables.nothing) : h('ul', items),
    h('a', jumpTo('findings', view.act), words.tables.below),
  ]);
}
