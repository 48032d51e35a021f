import { decoders } from '../fields/codecs.ts';
import type { IndexedRow } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';

/** The caller's channel list. Finds the name of an id, and the id of a name that only one channel has. */
export class Channels {
  readonly #names = new Map<string, string | undefined>();
  readonly #byName = new Map<string, string | null>();
  readonly #supplied: boolean;

  constructor(entries: readonly IndexedRow[] | undefined, outcomes: RowOutcomes) {
    this.#supplied = entries !== undefined;
    for (const entry of entries ?? [])
      outcomes.attempt(entry, () => {
        const { id, uuid, name } = entry.native;
        this.#add(decoders.id(id, 'id'), decoders.id(uuid, 'uuid'), decoders.name(name, 'name'));
      });
  }

  /** Adds a channel by both of its ids, because rows of `Laisky/one-api` use either. */
  #add(number: string | undefined, uuid: string | undefined, name: string | undefined): void {
    const id = number ?? uuid;
    if (id === undefined) return;
    this.#names.set(id, name);
    if (uuid !== undefined) this.#names.set(uuid, name);
    if (name === undefined) return;
    const known = this.#byName.get(name);
    this.#byName.set(name, known === undefined || known === id ? id : null);
  }

  /** Returns the name of a channel; `undefined` if it is not in the list or has no name. */
  findName(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** Returns the channel id of a row, or that of the only channel with its name, if any. Reports an unlisted id. */
  findId(id: string | undefined, name: string | undefined, outcomes: RowOutcomes): string | undefined {
    const found = id ?? (name === undefined ? undefined : (this.#byName.get(name) ?? undefined));
    if (id === undefined && found !== undefined) outcomes.note('channelByName');
    if (this.#supplied && found !== undefined && !this.#names.has(found)) outcomes.unknownChannel(found);
    return found;
  }
}
