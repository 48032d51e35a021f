import type { VNode } from 'preact';
import type { ChannelNames } from '#shared/answer/told.ts';
import { field, h, list } from '#shared/report-view/element.ts';
import type { Typed } from '#shared/report-view/view.ts';
import { placed } from '#shared/sentence.ts';
import { pathOf, type Sheet, type Terms } from '../settings/terms.ts';
import type { Words } from '../words/words.ts';
import type { FilesActions, FilesState } from './files-state.ts';
import { sheet } from './sheet.ts';

const SHEETS = ['rates', 'prices', 'names'] as const satisfies readonly Sheet[];

const options = (id: string, names: readonly string[], called: ChannelNames = {}): VNode =>
  h(
    'datalist',
    { id },
    names.map((value) => h('option', { value, label: called[value] })),
  );

/** Refusals that no cell shows. */
function otherMistakes({ mistakes, settings }: FilesState, { id }: Words): VNode | false {
  const paths = new Set(
    SHEETS.flatMap((name) =>
      settings[name].flatMap((line, place) => line.map((_, at) => pathOf(name, settings[name], place, at))),
    ),
  );
  const others = mistakes.filter(({ path }) => !paths.has(path));
  return (
    others.length > 0 &&
    list(
      others.map(({ path, sentence }) => placed(path, sentence)[id]),
      { class: 'problem', role: 'alert' },
    )
  );
}

/** What the reader states of purchases: rates, prices, names in bills. It is what a settings file states. */
export function termsForm(state: FilesState, words: Words, { state: change, check }: FilesActions): VNode {
  const { terms: say } = words;
  const { settings, mistakes } = state;
  const { models, channels } = state.sold;
  const currency = (name: 'paymentsCurrency' | 'pricesCurrency') =>
    field(
      `setting-${name}`,
      say[name],
      h('input', {
        id: `setting-${name}`,
        value: settings[name],
        maxlength: 3,
        autocomplete: 'off',
        onChange: check,
        onInput: ({ currentTarget }: Typed) =>
          change({ [name]: currentTarget.value.trim().toUpperCase() } as Partial<Terms>),
      }),
    );
  const section = (name: Sheet) => [
    h('h2', say[name].heading),
    h('p.hint', say[name].hint(settings.currency || 'USD')),
    name === 'prices' && currency('pricesCurrency'),
    sheet(name, settings[name], mistakes, words, (lines) => change({ [name]: lines }), check),
  ];
  const rest = settings.rest.models?.length ?? 0;
  return h('details.more-settings', { id: 'terms' }, [
    h('summary', say.heading),
    options('models', models),
    options('channels', channels, state.channelNames),
    SHEETS.map(section),
    rest > 0 && h('p.hint', say.rest(rest)),
    currency('paymentsCurrency'),
    otherMistakes(state, words),
  ]);
}
