import { manifestOf } from '#shared/connectors/manifest/manifest.ts';
import { serve } from '#shared/http/serve.ts';
import { errorCodes, Rejection } from '#shared/rejections.ts';
import { route } from './route.ts';

export const handler = serve(route, ({ pathParameters }) => {
  const manifest = manifestOf(pathParameters.connectorId ?? '');
  if (!manifest) {
    const { meaning, remedy } = errorCodes.connector_not_found;
    throw new Rejection('connector_not_found', `${meaning.en} ${remedy.en}`);
  }
  return { body: { data: manifest } };
});
