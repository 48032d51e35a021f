import { HOUR_MS, parseInstant } from '../../instant.ts';
import { Rejection } from '../../rejections.ts';
import type { Books } from '../link/link.ts';
import type { Source } from '../read/source.ts';

/** By two sources, how many of their requests have one id, and how many of these are of other models or times. */
export type SharedIds = Readonly<Record<string, { readonly shared: number; readonly others: number }>>;

const SHARED_MIN = 5;
const OTHERS_SHARE_MIN = 0.9;

export function sharedIds({ downstreamUsage, places }: Pick<Books, 'downstreamUsage' | 'places'>): SharedIds {
  const pairs: Record<string, { shared: number; others: number }> = {};
  const sourceOf = (index: number) =>
    (places.downstreamUsage[index] as Books['places']['downstreamUsage'][number]).source;
  if (places.downstreamUsage.every(({ source }) => source === sourceOf(0))) return pairs;
  const seen = new Map<string, number>();
  for (const [index, { requestId, model, occurredAt }] of downstreamUsage.entries()) {
    const earlier = seen.get(requestId) ?? index;
    seen.set(requestId, earlier);
    if (sourceOf(index) === sourceOf(earlier)) continue;
    const before = downstreamUsage[earlier] as Books['downstreamUsage'][number];
    const apart = Math.abs(parseInstant(occurredAt) - parseInstant(before.occurredAt));
    const name = `${sourceOf(earlier)} ${sourceOf(index)}`;
    const pair = pairs[name] ?? { shared: 0, others: 0 };
    pairs[name] = pair;
    pair.shared++;
    if (before.model !== model || apart > HOUR_MS) pair.others++;
  }
  return pairs;
}

/**
 * Applications number their requests from 1: of two, each would be charged twice.
 * @throws Rejection where two mapped logs have ids in common that name other requests in each
 */
export function refuseNumberedAlike(pairs: SharedIds, sources: readonly Source[]): void {
  for (const [pair, { shared, others }] of Object.entries(pairs)) {
    const [a, b] = pair.split(' ').map((place) => sources[Number(place)]) as [Source, Source];
    if (!a.mapping || !b.mapping || shared < SHARED_MIN || others < OTHERS_SHARE_MIN * shared) continue;
    throw new Rejection(
      'invalid_request',
      {
        en: `${a.place} and ${b.place} number their requests alike: ${others} of ${shared} ids that both have name another request in each.`,
        zh: `${a.place} 与 ${b.place} 的编号重复：共有的 ${shared} 个 ID 中，有 ${others} 个在两份日志里不是同一个请求。`,
      },
      [
        {
          en: 'Map an id that is one request in all files to requestId, or leave requestId out of both mappings.',
          zh: '请把各文件之间不重复的 ID 映射为 requestId，或在两份映射中都省略 requestId。',
        },
      ],
    );
  }
}
