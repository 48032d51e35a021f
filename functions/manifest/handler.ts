import { manifestOf } from '#shared/connectors/manifest/manifest.ts';
import { serve } from '#shared/http/serve.ts';
import { Rejection } from '#shared/rejections.ts';
import { route } from './route.ts';

export const handler = serve(route, ({ pathParameters }) => {
  const manifest = manifestOf(pathParameters.connectorId ?? '');
  if (!manifest) throw new Rejection('connector_not_found');
  return { body: { data: manifest } };
});
