import { nameZone } from '../../zoned-time.ts';
import type { CodeTextsOf } from '../words/code-text.ts';
import { formatPriceChanges } from '../words/price-change.ts';
import type { priceChanges } from './price-changes.ts';

/** Words for the codes of `priceChanges`. */
export const priceChangesWords: CodeTextsOf<typeof priceChanges> = {
  price_changed: {
    en: {
      title: "A model's price was changed.",
      remedy: 'Confirm that you made this change.',
      clause: 'the price was changed',
      message: (finding) =>
        `The price of ${finding.names[0] ?? finding.name} was changed for ${finding.names[1] === undefined ? 'all groups' : `group ${finding.names[1]}`}: ${formatPriceChanges(finding.reasons?.changes, 'en', finding.reasons?.timeZone)} (${nameZone(finding.reasons?.timeZone ?? 'UTC')}).`,
    },
    zh: {
      title: '模型的价格有过改动。',
      remedy: '请确认是您改的价格。',
      clause: '价格有过改动',
      message: (finding) =>
        `${finding.names[0] ?? finding.name} 的价格有过改动：${formatPriceChanges(finding.reasons?.changes, 'zh', finding.reasons?.timeZone)}（${nameZone(finding.reasons?.timeZone ?? 'UTC')}），${finding.names[1] === undefined ? '所有分组' : `分组 ${finding.names[1]}`}。`,
    },
  },
};
