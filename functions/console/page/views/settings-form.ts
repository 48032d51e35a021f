import type { VNode } from 'preact';
import type { ChannelNames } from '#shared/report/answer/localized-report.ts';
import { button, h, inputField, list } from '#shared/report/view/element.ts';
import type { TextInput } from '#shared/report/view/view.ts';
import { textIn, withPrefix } from '#shared/sentence.ts';
import { download } from '../download.ts';
import { needsUnit } from '../file-entry.ts';
import type { PageState } from '../page-state.ts';
import { findSettingPath, type SheetName } from '../settings/form.ts';
import { buildSettingsFile } from '../settings/saved-settings.ts';
import type { PageWords } from '../words/words.ts';
import { sheetTable } from './sheet.ts';

/** Hint about the quota per unit: the file that it comes from, or where to find it in the gateway. */
function unitHint({ entries, gateways, settings }: PageState, { settings: texts, id }: PageWords): string {
  const source = entries.find(
    ({ recognition }) =>
      String(recognition?.settings?.quotaPerUnit ?? recognition?.unit) === settings.quotaPerUnit,
  );
  if (source) return texts.quotaPerUnitFrom(source.file.name);
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  const gateway = gateways.find((one) => one.id === connector) ?? gateways[0];
  return texts.quotaPerUnitHint(textIn(gateway?.quotaPerUnitAt ?? '', id));
}

/** Text field of a setting with its label. */
function settingField(
  state: PageState,
  name: 'quotaPerUnit' | 'currency' | 'from' | 'to' | 'timeZone' | 'paymentsCurrency' | 'pricesCurrency',
  label: string,
  attributes: object,
  hint?: string,
): VNode {
  const id = `setting-${name}`;
  const onInput = ({ currentTarget }: TextInput) => state.setField(name, currentTarget.value.trim());
  const described = hint && { 'aria-describedby': `hint-${name}` };
  return inputField(
    id,
    label,
    { value: state.settings[name], onInput, ...described, ...attributes },
    hint && h('p.hint', { id: `hint-${name}` }, hint),
  );
}

const dataList = (id: string, names: readonly string[], called: ChannelNames = {}): VNode => {
  const all = names.map((value) => h('option', { value, label: called[value] }));
  return h('datalist', { id }, all);
};

const SHEETS = ['rates', 'prices', 'names', 'balances'] as const satisfies readonly SheetName[];

/** Mistakes that no cell of a table shows. */
function otherMistakes({ mistakes, settings }: PageState, { id }: PageWords): VNode | false {
  const paths = new Set(
    SHEETS.flatMap((name) =>
      settings[name].flatMap((line, place) =>
        line.map((_, at) => findSettingPath(name, settings[name], place, at)),
      ),
    ),
  );
  const others = mistakes.filter(({ path }) => !paths.has(path));
  const sentences = others.map(({ path, sentence }) => withPrefix(path, sentence)[id]);
  return others.length > 0 && list(sentences, { class: 'problem', role: 'alert' });
}

/** Section for purchases: rates, prices and names in bills, as in a settings file. */
function purchaseFields(state: PageState, words: PageWords): VNode {
  const { terms: texts } = words;
  const { settings, sold, channelNames } = state;
  const currency = (name: 'paymentsCurrency' | 'pricesCurrency') =>
    settingField(state, name, texts[name], {
      maxlength: 3,
      onChange: () => state.checkSettings(),
      onInput: ({ currentTarget }: TextInput) =>
        state.setField(name, currentTarget.value.trim().toUpperCase()),
    });
  const hints = { ...texts, rates: { hint: texts.rates.hint(settings.currency || 'USD') } };
  const section = (name: SheetName) => [
    h('h2', texts[name].heading),
    h('p.hint', hints[name].hint),
    name === 'prices' && currency('pricesCurrency'),
    sheetTable(name, state, words),
  ];
  const rest = settings.rest.models?.length ?? 0;
  return h('details.more-settings', { id: 'terms' }, [
    h('summary', texts.heading),
    dataList('models', sold.models),
    dataList('channels', sold.channels, channelNames),
    SHEETS.map(section),
    rest > 0 && h('p.hint', texts.rest(rest)),
    currency('paymentsCurrency'),
    otherMistakes(state, words),
  ]);
}

const UNIT = { inputmode: 'decimal', required: '' };

/**
 * Form with the quota per unit, if it is needed, and the optional settings: currency, period, rates, prices and names.
 */
export function settingsForm(state: PageState, words: PageWords): VNode {
  const { settings: texts } = words;
  const { currency, from, to, timeZone } = state.settings;
  const save = () =>
    download('month.json', 'application/json', buildSettingsFile(state.entries, state.settings, state.known));
  return h('fieldset.settings', [
    h('legend', texts.heading),
    needsUnit(state.entries) &&
      settingField(state, 'quotaPerUnit', texts.quotaPerUnit, UNIT, unitHint(state, words)),
    h('details.more-settings', { open: currency + from + to + timeZone !== '' }, [
      h('summary', { id: 'more-settings' }, texts.more),
      settingField(
        state,
        'currency',
        texts.currency,
        { placeholder: 'USD', maxlength: '8' },
        texts.currencyHint,
      ),
      h('div.pair', [
        settingField(state, 'from', texts.from, { type: 'date' }),
        settingField(state, 'to', texts.to, { type: 'date' }, texts.periodHint),
      ]),
      settingField(state, 'timeZone', texts.timeZone, { placeholder: 'UTC' }, texts.timeZoneHint),
    ]),
    purchaseFields(state, words),
    h('div.choices', [
      button({ class: 'quiet', id: 'save-settings', onClick: save }, texts.save),
      h('span.hint', texts.saveHint),
    ]),
  ]);
}
