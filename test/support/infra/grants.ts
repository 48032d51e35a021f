import { resourcesOf, type Variant } from './variants.ts';

/** A permission that a call needs: an IAM action and its resource. */
export interface Need {
  readonly action: string;
  /** Name of the resource, as `nameIn` writes it. */
  readonly at: string;
  /** Prefix of a list request. */
  readonly prefix?: string;
}

/** A policy statement of the template. */
interface PolicyStatement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: { readonly StringLike?: Readonly<Record<string, readonly string[]>> };
}

interface Statement {
  readonly role: string;
  readonly actions: readonly string[];
  readonly resources: readonly RegExp[];
  readonly prefixes: readonly RegExp[] | undefined;
  readonly used: Set<string>;
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** Resolves an expression of the template: ARNs become logical ids, pseudo parameters their names. */
export function nameIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, ...functions } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return Ref === 'AWS::Partition' ? 'aws' : Ref;
  const [id] = (functions['Fn::GetAtt'] as [string] | undefined) ?? [];
  if (id !== undefined) return id;
  const [separator, parts] = functions['Fn::Join'] as [string, unknown[]];
  return parts.map(nameIn).join(separator);
}

/** The permissions of the roles of a stack, and which of them were used. */
export class Grants {
  readonly #statements: ReadonlyMap<string, readonly Statement[]>;

  constructor({ stack }: Variant) {
    const statements = resourcesOf(stack, 'AWS::IAM::Policy').flatMap(({ Properties }) => {
      const [role] = Properties.Roles.map(nameIn) as [string];
      return Properties.PolicyDocument.Statement.map(
        ({ Action, Resource, Condition }: PolicyStatement): Statement => {
          return {
            role,
            actions: listOf(Action),
            used: new Set(),
            resources: listOf(Resource).map((resource) => patternOf(nameIn(resource))),
            prefixes: Condition?.StringLike?.['s3:prefix']?.map(patternOf),
          };
        },
      );
    });
    this.#statements = Map.groupBy(statements, ({ role }) => role);
  }

  /** Whether a role has all permissions; marks them as used. */
  allow(role: string, needs: readonly Need[]): boolean {
    const statements = this.#statements.get(role) ?? [];
    return needs.every(({ action, at, prefix = '' }) => {
      const statement = statements.find(
        ({ actions, resources, prefixes }) =>
          actions.includes(action) &&
          resources.some((pattern) => pattern.test(at)) &&
          (prefixes?.some((pattern) => pattern.test(prefix)) ?? true),
      );
      statement?.used.add(action);
      return statement !== undefined;
    });
  }

  /** Lists the unused permissions of roles, except for logs and traces, which tests do not use. */
  unused(roles: readonly string[]): string[] {
    return roles
      .flatMap((role) => this.#statements.get(role) ?? [])
      .flatMap(({ role, actions, used }) =>
        actions
          .filter((action) => !used.has(action) && !/^(logs|xray):/.test(action))
          .map((action) => `${role}: ${action}`),
      );
  }
}
