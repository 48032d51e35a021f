import { methodsOf } from '#shared/http/route.ts';
import { serve } from '#shared/http/serve.ts';
import { errorCodes, Rejection } from '#shared/rejections.ts';
import { routes } from '../routes.ts';
import { route } from './route.ts';

/** `/a/{b}` as a pattern for the paths that the API would route to it, were their method another. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`);

const known = routes.map((candidate) => ({
  pattern: patternOf(candidate.path),
  allow: methodsOf(candidate).join(', '),
}));

const refusal = (code: 'not_found' | 'method_not_allowed', headers = {}) =>
  new Rejection(code, `${errorCodes[code].meaning.en} ${errorCodes[code].remedy.en}`, [], { headers });

export const handler = serve(route, ({ path }) => {
  const match = known.find(({ pattern }) => pattern.test(path));
  throw match ? refusal('method_not_allowed', { Allow: match.allow }) : refusal('not_found');
});
