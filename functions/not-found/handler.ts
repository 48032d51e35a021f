import { methodsOf } from '#shared/http/route.ts';
import { serve } from '#shared/http/serve.ts';
import { Rejection } from '#shared/rejections.ts';
import { routes } from '../routes.ts';
import { route } from './route.ts';

/** `/a/{b}` as a pattern for the paths that the API would route to it, were their method another. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`);

const known = routes.map((candidate) => ({
  pattern: patternOf(candidate.path),
  allow: methodsOf(candidate).join(', '),
}));

export const handler = serve(route, ({ path }) => {
  const match = known.find(({ pattern }) => pattern.test(path));
  if (!match) throw new Rejection('not_found');
  throw new Rejection('method_not_allowed', undefined, [], { headers: { Allow: match.allow } });
});
