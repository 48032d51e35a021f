import { stripChannelsCommand, stripCommand } from '../../gateways/prohibited/strip-command.ts';
import { BODY_DEPTH_MAX, DETAILS_MAX, RECORDS_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import { maskSegment } from '../../schemas/plain-name.ts';
import type { FieldPages } from './pages.ts';
import { findRowZone, isProhibited, isTolerated, type Zone } from './prohibited-rules.ts';
import { RowWalker } from './row-walker.ts';

const SEGMENTS_MAX = 8;
/** Most texts that look like JSON but are not. Each costs an exception, and no real export has many. */
const UNREADABLE_MAX = 2 * RECORDS_MAX;

/** Searches the rows of a call and collects the paths of prohibited fields, never their values. */
class FieldInspector {
  readonly paths = new Set<string>();
  readonly #walk = new RowWalker({
    shouldDrop: (key, value, rule, zone) => {
      const isFound = isProhibited(rule, value) && !isTolerated(key, value, zone, rule);
      if (isFound) this.paths.add(this.#formatPath());
      return isFound;
    },
    tooDeep: () => this.#refuse(`is nested deeper than ${BODY_DEPTH_MAX} levels`),
    notJson: () => {
      if (++this.#unreadable > UNREADABLE_MAX)
        this.#refuse('looks like JSON but cannot be parsed, like too many other texts');
    },
  });
  #unreadable = 0;

  #refuse(sentence: string): never {
    throw new Rejection('invalid_request', 'The rows cannot be searched for prohibited fields.', [
      `${this.#formatPath()}: ${sentence}`,
    ]);
  }

  /** Formats the current path, such as `logs[].other.admin_info`: at most eight names, masked if they may be values. */
  #formatPath(): string {
    let path = '';
    let segments = 0;
    for (const step of this.#walk.path) {
      if (step === '[]') path += step;
      else if (++segments > SEGMENTS_MAX) break;
      else path += `${path && '.'}${maskSegment(step)}`;
    }
    return path;
  }

  ledger(name: string, { rows, surroundings }: FieldPages): void {
    const outer: Zone = name === 'channels' ? 'channel' : 'plain';
    const { path } = this.#walk;
    path.push(name);
    for (const [key, value] of surroundings) this.#walk.visitField(key, value, outer, 1);
    path.push('[]');
    for (const row of rows) this.#walk.visitValue(row, findRowZone(name, row), 1);
    path.length = 0;
  }
}

/**
 * Throws a `Rejection` if a payload has a prohibited field, at any depth and inside any JSON text. The details name
 * paths such as `logs[].other.prompt`, never a value.
 * @param ledgers rows by field of the payload
 */
export function refuseProhibited(ledgers: ReadonlyMap<string, FieldPages>): void {
  const inspector = new FieldInspector();
  for (const [name, pages] of ledgers) inspector.ledger(name, pages);
  if (inspector.paths.size === 0) return;
  const paths = [...inspector.paths].sort();
  const commands = [
    ...(paths.some((path) => !path.startsWith('channels')) ? [stripCommand] : []),
    ...(paths.some((path) => path.startsWith('channels')) ? [stripChannelsCommand] : []),
  ];
  throw new Rejection(
    'prohibited_field',
    `The data has fields that may contain prompts, replies or credentials. Remove them first (docs/strip.md): ${commands.join(' and, for channels, ')}`,
    paths.slice(0, DETAILS_MAX).map((path) => `${path}: must be removed or left empty`),
  );
}
