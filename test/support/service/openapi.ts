import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import document from '#functions/openapi/openapi.generated.json' with { type: 'json' };

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is open JSON, walked by keyword.
export type Schema = any;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly responses: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly requestBody?: any;
}

export { document };

// biome-ignore lint/suspicious/noExplicitAny: see above.
const sharedResponses = document.components.responses as Record<string, any>;
const sharedName = (response: { $ref?: string }): string | undefined =>
  /^#\/components\/responses\/(.+)$/.exec(response?.$ref ?? '')?.[1];

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { responses } = operation as Operation;
    const resolvedResponses = Object.entries(responses).map(([status, response]) => [
      status,
      sharedResponses[sharedName(response) ?? ''] ?? response,
    ]);
    return {
      ...(operation as Operation),
      responses: Object.fromEntries(resolvedResponses),
      method: method.toUpperCase(),
      path,
    };
  }),
);

/** Resolves a reference of the document. */
export const resolveSchema = (schema: Schema): Schema => {
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '') ?? [];
  return name ? resolveSchema((document.components.schemas as Record<string, Schema>)[name]) : schema;
};

const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: false }));
ajv.addSchema(document, 'document');
const compiled = new Map<string, ValidateFunction>();

/** Validates a reply against the schema that the document gives for its operation and status. */
export function replyErrors({ path, method, responses }: Operation, status: number, body: unknown): string[] {
  if (!responses[status]) return [`the document has no status ${status} for ${method} ${path}`];
  const operation = (document.paths as Schema)[path][method.toLowerCase()];
  const shared = sharedName(operation.responses[status]);
  const steps = shared
    ? ['components', 'responses', shared]
    : ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const pointer = [...steps, 'content', 'application/json', 'schema']
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  let validate = compiled.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(pointer, validate);
  }
  return validate(body)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
