import type { CodeTextsOf } from '../words/code-text.ts';
import type { pendingUsage } from './pending-usage.ts';

/** Words for the codes of `pendingUsage`. */
export const pendingUsageWords: CodeTextsOf<typeof pendingUsage> = {
  downstream_pending: {
    en: {
      title: 'A request is still pending in the log. This is a warning after 24 hours.',
      remedy: 'Settle the request, and reconcile again.',
      clause: [
        'a request@ has been pending for a long time',
        '# requests@ have been pending for a long time',
      ],
      message: '{amount} {currency} is reserved for request {name}, which is still pending.',
    },
    zh: {
      title: '请求在日志中仍未结算；满 24 小时则为警告。',
      remedy: '请结算该请求，然后重新对账。',
      clause: '# 个请求长时间未结算',
      message: '请求 {name} 尚未结算，已预扣 {amount} {currency}。',
    },
  },
  upstream_pending: {
    en: {
      title: 'A provider charge is not final yet. This is a warning after 24 hours.',
      remedy: "Wait for the provider's final bill, and reconcile again.",
      clause: [
        'a provider charge@ has been pending for a long time',
        '# provider charges@ have been pending for a long time',
      ],
      message:
        'The provider charged {amount} {currency} for request {name}, but the charge is not final yet.',
    },
    zh: {
      title: '上游的费用还不是最终金额；满 24 小时则为警告。',
      remedy: '等上游出具最终账单后重新对账。',
      clause: '# 笔上游费用长时间没有最终金额',
      message: '上游对请求 {name} 收费 {amount} {currency}，但还不是最终金额。',
    },
  },
  pending_after_upstream_settled: {
    en: {
      title: 'A request is still pending in the log, although the provider has delivered it.',
      remedy: 'Settle the request: the provider has delivered and billed it.',
      clause: [
        'a request@ is still pending although the provider has delivered it',
        '# requests@ are still pending although the provider has delivered them',
      ],
      message:
        'The provider billed {amount} {currency} for request {name}, which is still pending in the log.',
    },
    zh: {
      title: '请求在日志中仍未结算，在上游却已成功。',
      remedy: '请结算该请求：它在上游已成功并收费。',
      clause: '# 个请求在上游已成功，在日志中仍未结算',
      message: '请求 {name} 在日志中仍未结算，在上游却已成功，收费 {amount} {currency}。',
    },
  },
};
