import type { CheckText, CodeText, CodeTextsOf, LocalizedCodeText } from '../words/code-text.ts';
import { capitalize } from '../words/names.ts';
import { absorbedCostWords } from './absorbed-cost.words.ts';
import { attemptsWords } from './attempts.words.ts';
import { chargedFailuresWords } from './charged-failures.words.ts';
import { clockOffsetWords } from './clock-offset.words.ts';
import { completenessWords } from './completeness.words.ts';
import { downstreamDuplicatesWords } from './downstream-duplicates.words.ts';
import { estimatedLossesWords } from './estimated-losses.words.ts';
import { estimatesWords } from './estimates.words.ts';
import { fundingWords } from './funding.words.ts';
import { looseBillsWords } from './loose-bills.words.ts';
import { mappingWords } from './mapping.words.ts';
import { marginsWords } from './margins.words.ts';
import { paymentAmountsWords } from './payment-amounts.words.ts';
import { paymentCreditsWords } from './payment-credits.words.ts';
import { paymentDuplicatesWords } from './payment-duplicates.words.ts';
import { paymentGapsWords } from './payment-gaps.words.ts';
import { paymentSidesWords } from './payment-sides.words.ts';
import { pendingUsageWords } from './pending-usage.words.ts';
import { presenceWords } from './presence.words.ts';
import { priceWords } from './price.words.ts';
import { priceChangesWords } from './price-changes.words.ts';
import { refundsWords } from './refunds.words.ts';
import type { ListedCheck } from './registry.ts';
import { requestIdsWords } from './request-ids.words.ts';
import { requestMarginWords } from './request-margin.words.ts';
import { restatedRefundsWords } from './restated-refunds.words.ts';
import { reversalsWords } from './reversals.words.ts';
import { scopeWords } from './scope.words.ts';
import { tokensWords } from './tokens.words.ts';
import { twinCallsWords } from './twin-calls.words.ts';
import { upstreamDuplicatesWords } from './upstream-duplicates.words.ts';

const listed: CodeTextsOf<ListedCheck> = {
  ...downstreamDuplicatesWords,
  ...upstreamDuplicatesWords,
  ...restatedRefundsWords,
  ...attemptsWords,
  ...chargedFailuresWords,
  ...refundsWords,
  ...absorbedCostWords,
  ...priceWords,
  ...priceChangesWords,
  ...requestMarginWords,
  ...presenceWords,
  ...requestIdsWords,
  ...marginsWords,
  ...estimatesWords,
  ...estimatedLossesWords,
  ...looseBillsWords,
  ...pendingUsageWords,
  ...tokensWords,
  ...twinCallsWords,
  ...mappingWords,
  ...scopeWords,
  ...clockOffsetWords,
  ...completenessWords,
  ...paymentDuplicatesWords,
  ...paymentSidesWords,
  ...paymentCreditsWords,
  ...reversalsWords,
  ...paymentAmountsWords,
  ...paymentGapsWords,
  ...fundingWords,
};

/** Returns the texts of a code with their title: the clause without the mark of the date, and a full stop (`end`). */
const addTitle = (text: CheckText, end: string): CodeText => ({
  title: capitalize([text.clause].flat()[0]?.replace('@', '') ?? '') + end,
  ...text,
});

/** The words of every code. Only what writes or shows a report reads them. */
export const codeWords: ReadonlyMap<string, LocalizedCodeText> = new Map(
  Object.entries(listed).map(([code, { en, zh }]) => [
    code,
    { en: addTitle(en, '.'), zh: addTitle(zh, '。') },
  ]),
);
