import { findManifest } from '#shared/gateways/manifest/manifest.ts';
import { serve } from '#shared/http/serve.ts';
import { Rejection } from '#shared/rejections.ts';
import { route } from './route.ts';

/** Handler of the route: the manifest of one connector. */
export const handler = serve(route, ({ pathParameters }) => {
  const manifest = findManifest(pathParameters.connectorId ?? '');
  if (!manifest) throw new Rejection('connector_not_found');
  return { body: { data: manifest } };
});
