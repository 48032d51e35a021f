import { isPositive } from '../../money.ts';
import { check, code } from './check.ts';

/** Only money that came is credited. */
export const unsettledPayments = check({
  id: 'unsettled-payments',
  invariant:
    'A failed or pending payment has no credit. A payment may stay pending without an alarm, however old: an abandoned checkout stays pending forever.',
  codes: {
    failed_payment_credited: code('payment', ['critical'], 'lost', {
      needs: 'payments',
      en: {
        title: 'A failed payment was credited.',
        remedy: 'Take the credit back.',
        clause: ['a failed payment was credited', '# failed payments were credited'],
        message: 'Payment {name} failed, but {amount} {currency} was credited.',
      },
      zh: {
        title: '失败的充值被入账。',
        remedy: '收回这笔入账。',
        clause: '# 笔失败的充值被入账',
        message: '充值 {name} 已失败，却入账了 {amount} {currency}。',
      },
    }),
    pending_payment_credited: code('payment', ['critical'], 'doubtful', {
      needs: 'payments',
      en: {
        title: 'A pending payment was credited.',
        remedy: 'Take the credit back until the payment settles.',
        clause: ['a payment was credited before it settled', '# payments were credited before they settled'],
        message: 'Payment {name} is still pending, but {amount} {currency} was credited.',
      },
      zh: {
        title: '尚未到账的充值已被入账。',
        remedy: '在到账之前先收回这笔入账。',
        clause: '# 笔充值尚未到账就已入账',
        message: '充值 {name} 尚未到账，却已入账 {amount} {currency}。',
      },
    }),
    payment_pending: code('payment', ['info'], null, {
      needs: 'payments',
      en: {
        title: 'A payment is pending.',
        remedy: 'Nothing to do for an abandoned checkout. Otherwise, ask the payment provider for its state.',
        clause: ['a payment has been pending for long', '# payments have been pending for long'],
        message: 'Payment {name} of {amount} {currency} is pending.',
      },
      zh: {
        title: '充值尚未完成。',
        remedy: '放弃付款的订单无需处理；否则请向支付平台查询其状态。',
        clause: '# 笔充值长时间未完成',
        message: '充值 {name}（{amount} {currency}）尚未完成。',
      },
    }),
  },
  payment({ distinct }, { find }) {
    for (const { status, gross, credited, creditAlone } of distinct) {
      const credit = credited && isPositive(credited) ? credited : undefined;
      if (status === 'failed' && credit) find('failed_payment_credited', { amount: credit });
      if (status !== 'pending') continue;
      if (credit) find('pending_payment_credited', { amount: credit });
      else if (creditAlone === undefined) find('payment_pending', { amount: gross });
    }
  },
});
