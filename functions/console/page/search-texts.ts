import { once } from '#shared/answer/findings-of-cause.ts';

/** Everything that a reader may search a finding by, in the order of the findings. */
export const searchTexts = once(({ findings }) =>
  findings.map(({ id, code, message, model, channelId, requestId, transactionId, details }) =>
    [id, code, message, model, channelId, requestId, transactionId, details?.userId].join('\n').toLowerCase(),
  ),
);
