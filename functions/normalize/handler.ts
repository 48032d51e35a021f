import { readReplyInvocation } from '#shared/http/invocation-options.ts';
import { serve } from '#shared/http/serve.ts';
import { normalize } from '#shared/normalizer/normalize.ts';
import { route } from './route.ts';

/** Handler of the route: converts a gateway export into the input of reconcile. */
export const handler = serve(
  route,
  ({ body }) => {
    const { data, meta } = normalize(body);
    const { received, downstreamUsage, upstreamCharges, payments } = meta.rows;
    return {
      body: { data, meta },
      counts: {
        nativeRows: received,
        downstreamRecords: downstreamUsage,
        upstreamRecords: upstreamCharges,
        paymentRecords: payments,
      },
    };
  },
  readReplyInvocation,
);
