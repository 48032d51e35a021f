import { decoders } from '../fields/codecs.ts';
import type { Entry } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';

/** The caller's channel list: which ids it knows, and which names mean exactly one of them. */
export class Channels {
  readonly #names = new Map<string, string | undefined>();
  readonly #byName = new Map<string, string | null>();
  readonly #supplied: boolean;

  /** @param entries rows of the list, or `undefined` where the caller sent none */
  constructor(entries: readonly Entry[] | undefined, account: Account) {
    this.#supplied = entries !== undefined;
    for (const entry of entries ?? [])
      account.attempt(entry, () => {
        const { id, uuid, name } = entry.native;
        this.#add(decoders.id(id, 'id'), decoders.id(uuid, 'uuid'), decoders.name(name, 'name'));
      });
  }

  /** Rows name a channel by either of its ids, see `Laisky/one-api`. */
  #add(number: string | undefined, uuid: string | undefined, name: string | undefined): void {
    const id = number ?? uuid;
    if (id === undefined) return;
    this.#names.set(id, name);
    if (uuid !== undefined) this.#names.set(uuid, name);
    if (name === undefined) return;
    const known = this.#byName.get(name);
    this.#byName.set(name, known === undefined || known === id ? id : null);
  }

  /** What the list calls a channel. */
  findName(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** The id of a row's channel: its own, else that of the only channel with the row's channel name. */
  findId(id: string | undefined, name: string | undefined, account: Account): string | undefined {
    const found = id ?? (name === undefined ? undefined : (this.#byName.get(name) ?? undefined));
    if (id === undefined && found !== undefined) account.note('channelByName');
    if (this.#supplied && found !== undefined && !this.#names.has(found)) account.unknownChannel(found);
    return found;
  }
}
