import { handler as normalize } from '#functions/normalize/handler.ts';
import { handler as reconcile } from '#functions/reconcile/handler.ts';
import { CONTEXT, eventOf, type Handler } from '../../bench/handlers.ts';
import type { SurfaceName } from './shapes.ts';

const HANDLERS = { reconcile, normalize } as Readonly<Record<SurfaceName, Handler>>;

/**
 * Sends a body to the handler of an endpoint, in the event that API Gateway makes of it.
 * @returns the status of the reply
 */
export async function sendBody(surface: SurfaceName, body: string): Promise<number> {
  const { stdout } = process;
  const { write } = stdout;
  // Suppress the log line of the call.
  stdout.write = () => true;
  try {
    const reply = await HANDLERS[surface](eventOf(surface, body), CONTEXT);
    return (reply as { statusCode: number }).statusCode;
  } finally {
    stdout.write = write;
  }
}
