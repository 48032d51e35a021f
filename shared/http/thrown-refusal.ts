import type { Refusal } from './refusal.ts';

/**
 * An error that Step Functions can tell apart by name, and whose message a state can parse as JSON.
 *
 * Lambda logs it: its class, which therefore bears the same name (a bundler shortens any other), its message, its
 * stack, which would only name this place, and its own enumerable properties, of which it has none.
 */
export function thrownRefusal({ name, body }: Refusal): Error {
  const RefusalError = { [name]: class extends Error {} }[name] as ErrorConstructor;
  return Object.defineProperties(new RefusalError(JSON.stringify(body.error)), {
    name: { value: name },
    stack: { value: '' },
  });
}
