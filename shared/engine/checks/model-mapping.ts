import { isSameModel } from '../rows/model-name.ts';
import { check, code, counted } from './check.ts';

/** The model sold is the model bought. */
export const modelMapping = check({
  id: 'model-mapping',
  invariant:
    'The serving attempt ran the model that was sold: the names are equal, except that either may add a provider prefix or a version. Each pair of names, as written, is one finding: an info where the log records the mapping with every request.',
  codes: {
    model_mismatch: code('pair', ['warning', 'info'], null, {
      needs: 'upstreamCharges',
      en: {
        title: 'One model was sold, another was bought.',
        remedy:
          'Acknowledge the mapping if you intend it. Otherwise, customers pay for a model that they did not get.',
        clause: [
          'another model was bought than the one that was sold',
          'other models were bought than those that were sold',
        ],
        message: ({ names: [sold, served], cases, amount, currency }) =>
          `Sold as ${sold} but served by ${served}: ${counted(cases, 'request')}, for a total of ${amount} ${currency}.`,
      },
      zh: {
        title: '售出的是一个模型，采购的是另一个模型。',
        remedy: '如果是有意的模型重定向，请确认该组合；否则客户付了钱，却没有得到所买的模型。',
        clause: '采购的模型与售出的模型不一致',
        message: ({ names: [sold, served], cases, amount, currency }) =>
          `售出 ${sold}，实际由 ${served} 服务：${cases} 个请求，收费共 ${amount} ${currency}。`,
      },
    }),
  },
  minds: ({ sale, charge }) =>
    charge !== undefined && charge.model !== sale.model && !isSameModel(charge.model, sale.model),
  request({ sold, bought: { serving }, model }, { find }) {
    if (sold.settled.length === 0 || serving === undefined || isSameModel(model, serving.model)) return;
    find('model_mismatch', {
      // A mapping that the log records is the administrator's own.
      severity: sold.isMappedTo(serving.model) ? 'info' : 'warning',
      subject: { kind: 'pair', name: [model, serving.model] },
      amount: sold.net,
      names: { model },
    });
  },
});
