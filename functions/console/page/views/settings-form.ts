import type { VNode } from 'preact';
import type { ChannelNames } from '#shared/report/answer/told.ts';
import { button, field, h, list } from '#shared/report/view/element.ts';
import type { Typed } from '#shared/report/view/view.ts';
import { prefixPlace, textIn } from '#shared/sentence.ts';
import type { Desk } from '../desk.ts';
import { download } from '../download.ts';
import { pathOf, type Sheet } from '../settings/form.ts';
import { savedSettings } from '../settings/saved-settings.ts';
import type { Words } from '../words/words.ts';
import { needsUnit } from './obstacle.ts';
import { sheet } from './sheet.ts';

/** What says how many quota units make a unit of money: a file that is here, or where its gateway tells it. */
function unitHint({ entries, gateways, settings }: Desk, { settings: say, id }: Words): string {
  const source = entries.find(
    ({ recognition }) =>
      String(recognition?.settings?.quotaPerUnit ?? recognition?.unit) === settings.quotaPerUnit,
  );
  if (source) return say.quotaPerUnitFrom(source.file.name);
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  const gateway = gateways.find((one) => one.id === connector) ?? gateways[0];
  return say.quotaPerUnitHint(textIn(gateway?.quotaPerUnitAt ?? '', id));
}

/** A setting that is typed under its label. */
function setting(
  desk: Desk,
  name: 'quotaPerUnit' | 'currency' | 'from' | 'to' | 'paymentsCurrency' | 'pricesCurrency',
  label: string,
  attributes: object,
  hint?: string,
): VNode {
  const id = `setting-${name}`;
  const onInput = ({ currentTarget }: Typed) => desk.state(name, currentTarget.value.trim());
  const described = hint && { 'aria-describedby': `hint-${name}` };
  return field(
    id,
    label,
    h('input', { id, value: desk.settings[name], autocomplete: 'off', onInput, ...described, ...attributes }),
    hint && h('p.hint', { id: `hint-${name}` }, hint),
  );
}

const options = (id: string, names: readonly string[], called: ChannelNames = {}): VNode => {
  const all = names.map((value) => h('option', { value, label: called[value] }));
  return h('datalist', { id }, all);
};

const SHEETS = ['rates', 'prices', 'names'] as const satisfies readonly Sheet[];

/** Refusals that no cell shows. */
function otherMistakes({ mistakes, settings }: Desk, { id }: Words): VNode | false {
  const paths = new Set(
    SHEETS.flatMap((name) =>
      settings[name].flatMap((line, place) => line.map((_, at) => pathOf(name, settings[name], place, at))),
    ),
  );
  const others = mistakes.filter(({ path }) => !paths.has(path));
  const sentences = others.map(({ path, sentence }) => prefixPlace(path, sentence)[id]);
  return others.length > 0 && list(sentences, { class: 'problem', role: 'alert' });
}

/** What the reader states of purchases: rates, prices, names in bills. It is what a settings file states. */
function purchases(desk: Desk, words: Words): VNode {
  const { terms: say } = words;
  const { settings, sold, channelNames } = desk;
  const currency = (name: 'paymentsCurrency' | 'pricesCurrency') =>
    setting(desk, name, say[name], {
      maxlength: 3,
      onChange: () => desk.check(),
      onInput: ({ currentTarget }: Typed) => desk.state(name, currentTarget.value.trim().toUpperCase()),
    });
  const section = (name: Sheet) => [
    h('h2', say[name].heading),
    h('p.hint', say[name].hint(settings.currency || 'USD')),
    name === 'prices' && currency('pricesCurrency'),
    sheet(name, desk, words),
  ];
  const rest = settings.rest.models?.length ?? 0;
  return h('details.more-settings', { id: 'terms' }, [
    h('summary', say.heading),
    options('models', sold.models),
    options('channels', sold.channels, channelNames),
    SHEETS.map(section),
    rest > 0 && h('p.hint', say.rest(rest)),
    currency('paymentsCurrency'),
    otherMistakes(desk, words),
  ]);
}

const UNIT = { inputmode: 'decimal', required: '' };

/** What all rows share: quotaPerUnit where it is needed; currency, period and purchases, which most do without. */
export function settingsForm(desk: Desk, words: Words): VNode {
  const { settings: say } = words;
  const { currency, from, to } = desk.settings;
  const save = () =>
    download('month.json', 'application/json', savedSettings(desk.entries, desk.settings, desk.known));
  return h('fieldset.settings', [
    h('legend', say.heading),
    needsUnit(desk) && setting(desk, 'quotaPerUnit', say.quotaPerUnit, UNIT, unitHint(desk, words)),
    h('details.more-settings', { open: currency + from + to !== '' }, [
      h('summary', { id: 'more-settings' }, say.more),
      setting(desk, 'currency', say.currency, { placeholder: 'USD', maxlength: '8' }, say.currencyHint),
      h('div.pair', [
        setting(desk, 'from', say.from, { type: 'date' }),
        setting(desk, 'to', say.to, { type: 'date' }, say.periodHint),
      ]),
    ]),
    purchases(desk, words),
    h('div.choices', [
      button({ class: 'quiet', id: 'save-settings', onClick: save }, say.save),
      h('span.hint', say.saveHint),
    ]),
  ]);
}
