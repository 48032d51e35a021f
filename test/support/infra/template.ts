import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';

export interface Resource {
  readonly logicalId: string;
  /** Path in the construct tree, below the stack. */
  readonly path: string;
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is open JSON; each test says what it expects of it.
  readonly Properties: any;
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** The resources of a synthesized stack, of one type or of all. */
export function resourcesOf({ template }: CloudFormationStackArtifact, type?: string): Resource[] {
  return Object.entries<Record<string, unknown>>(template.Resources)
    .map(([logicalId, resource]) => {
      const metadata = resource.Metadata as Record<string, string> | undefined;
      const path = (metadata?.['aws:cdk:path'] ?? '').split('/').slice(1).join('/');
      return { ...resource, logicalId, path } as unknown as Resource;
    })
    .filter(({ Type }) => type === undefined || Type === type);
}
