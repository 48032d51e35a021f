import { listMethods } from '#shared/http/route.ts';
import { serve } from '#shared/http/serve.ts';
import { Rejection } from '#shared/rejections.ts';
import { routes } from '../routes.ts';
import { route } from './route.ts';

/** Converts a route's path such as `/a/{b}` to a regular expression. */
const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`);

/** Paths that exist, with the methods that they accept. */
const paths = routes.map((candidate) => ({
  pattern: toPattern(candidate.path),
  allow: listMethods(candidate).join(', '),
}));

/** Handler of the route: refuses unknown paths, and known paths with other methods. */
export const handler = serve(route, ({ path }) => {
  const match = paths.find(({ pattern }) => pattern.test(path));
  if (!match) throw new Rejection('not_found');
  throw new Rejection('method_not_allowed', undefined, [], { headers: { Allow: match.allow } });
});
