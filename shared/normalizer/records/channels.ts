import type { Account } from '../account.ts';
import { decoders } from '../fields/codecs.ts';
import type { Entry } from '../intake/native.ts';

/** The caller's channel list: which ids it knows, and which names mean exactly one of them. */
export class Channels {
  readonly #names = new Map<string, string | undefined>();
  readonly #byName = new Map<string, string | null>();
  readonly #supplied: boolean;

  /** @param entries rows of the list, or `undefined` where the caller sent none */
  constructor(entries: readonly Entry[] | undefined, account: Account) {
    this.#supplied = entries !== undefined;
    for (const entry of entries ?? [])
      account.attempt(entry, () =>
        this.#add(decoders.id(entry.native.id, 'id'), decoders.name(entry.native.name, 'name')),
      );
  }

  #add(id: string | undefined, name: string | undefined): void {
    if (id === undefined) return;
    this.#names.set(id, name);
    if (name === undefined) return;
    const known = this.#byName.get(name);
    this.#byName.set(name, known === undefined || known === id ? id : null);
  }

  /** What the list calls a channel. */
  nameOf(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** The id of a row's channel: its own, else that of the only channel with the row's channel name. */
  idOf(id: string | undefined, name: string | undefined, account: Account): string | undefined {
    const found = id ?? (name === undefined ? undefined : (this.#byName.get(name) ?? undefined));
    if (id === undefined && found !== undefined) account.note('channelByName');
    if (this.#supplied && found !== undefined && !this.#names.has(found)) account.unknownChannel(found);
    return found;
  }
}
