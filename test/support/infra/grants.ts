import { resourcesOf, type Variant } from './variants.ts';

/** What somebody asks of AWS, in the words of IAM: an action, and what it is done to. */
export interface Need {
  readonly action: string;
  /** As `nameIn` writes it. */
  readonly at: string;
  /** Of a listing. */
  readonly prefix?: string;
}

/** As the template has it. */
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

/** What an expression of the template stands for here: logical ids in place of ARNs, names in place of what AWS knows. */
export function nameIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, ...functions } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return Ref === 'AWS::Partition' ? 'aws' : Ref;
  const [id] = (functions['Fn::GetAtt'] as [string] | undefined) ?? [];
  if (id !== undefined) return id;
  const [separator, parts] = functions['Fn::Join'] as [string, unknown[]];
  return parts.map(nameIn).join(separator);
}

/** What the roles of a stack may do, and what of it anybody has needed. Nothing else is allowed. */
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

  /** @returns whether a role may do all of it */
  allow(role: string, needs: readonly Need[]): boolean {
    const own = this.#statements.get(role) ?? [];
    return needs.every(({ action, at, prefix = '' }) => {
      const found = own.find(
        (one) =>
          one.actions.includes(action) &&
          one.resources.some((pattern) => pattern.test(at)) &&
          (one.prefixes?.some((pattern) => pattern.test(prefix)) ?? true),
      );
      found?.used.add(action);
      return found !== undefined;
    });
  }

  /** What nobody has needed of those roles, but for logs and traces, which no test has. */
  unused(roles: readonly string[]): string[] {
    return roles
      .flatMap((role) => this.#statements.get(role) ?? [])
      .flatMap(({ role, actions, used }) =>
        actions.filter((one) => !used.has(one) && !/^(logs|xray):/.test(one)).map((one) => `${role}: ${one}`),
      );
  }
}
