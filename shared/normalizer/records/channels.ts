import type { Account } from '../account.ts';
import { decoders } from '../fields/codecs.ts';
import { isNative } from '../intake/native.ts';

/** Most channel ids that one note names. */
const NAMED_MAX = 20;

/** The caller's channel list: which ids it knows, and which names mean exactly one of them. */
export class Channels {
  readonly #ids = new Set<string>();
  readonly #byName = new Map<string, string | null>();
  readonly #unknown = new Set<string>();
  readonly #supplied: boolean;

  /** @param rows the unwrapped list, or `undefined` where the caller sent none */
  constructor(rows: readonly unknown[] | undefined, account: Account) {
    this.#supplied = rows !== undefined;
    rows?.forEach((row, index) => {
      const path = `channels[${index}]`;
      if (!isNative(row)) account.refuse(`${path}: must be an object`);
      else account.attempt(path, () => this.#add(decoders.id(row.id, 'id'), decoders.name(row.name, 'name')));
    });
  }

  #add(id: string | undefined, name: string | undefined): void {
    if (id === undefined) return;
    this.#ids.add(id);
    if (name === undefined) return;
    const known = this.#byName.get(name);
    this.#byName.set(name, known === undefined || known === id ? id : null);
  }

  /** The id of a row's channel: its own, else that of the only channel with the row's channel name. */
  idOf(id: string | undefined, name: string | undefined, account: Account): string | undefined {
    const found = id ?? (name === undefined ? undefined : (this.#byName.get(name) ?? undefined));
    if (id === undefined && found !== undefined) account.note('channelByName');
    if (this.#supplied && found !== undefined && !this.#ids.has(found)) this.#unknown.add(found);
    return found;
  }

  /** A sentence about the channels of the logs that the list does not know, if there are any. */
  sentences(): string[] {
    if (this.#unknown.size === 0) return [];
    const named = [...this.#unknown].sort().slice(0, NAMED_MAX).join(', ');
    return [`Channels in the logs that the channel list does not know: ${this.#unknown.size} (${named}).`];
  }
}
