import { misplaced } from '../../judge/options.ts';
import { Rejection } from '../../rejections.ts';
import { anyOf, inEach, type Sentence } from '../../sentence.ts';
import type { Columns, Source } from '../read/read.ts';
import { OPTION_OF } from './option-of.ts';

/** @throws Rejection where a file is something else than its option takes; it names the option that takes it */
export function refuseMisplaced(columns: readonly Columns[], sources: readonly Source[]): void {
  const said = sources.flatMap(({ source, place, field }) => {
    const judged = columns[source]?.looks.judged;
    return (judged && misplaced(place, judged, OPTION_OF[field])) ?? [];
  });
  if (said.length > 0)
    throw new Rejection(
      'invalid_request',
      { en: 'A file stands behind the wrong option.', zh: '有文件放在了错误的选项后面。' },
      said,
    );
}

/** Connectors whose marks a log shows, as a name. */
const gatewayOf = ({ shown }: Columns): Sentence => anyOf([...shown]);

/**
 * Two gateways do not sell together: one of them buys from the other.
 * @throws Rejection where one log shows the marks of the connector, and another one only those of others
 */
export function refuseTwoGateways(
  columns: readonly Columns[],
  sources: readonly Source[],
  own: string,
): void {
  const logs = sources.flatMap((source) => {
    const part = columns[source.source];
    return source.field === 'logs' && part !== undefined && part.shown.size > 0 ? [{ source, part }] : [];
  });
  const others = logs.filter(({ part }) => !part.shown.has(own));
  if (others.length === 0 || others.length === logs.length) return;
  const isOfOwn = logs.filter(({ part }) => part.shown.has(own));
  throw new Rejection(
    'invalid_request',
    {
      en: `The files of --logs are of two gateways. Which one sells? Give the log of the other one, from which it buys, with --upstream.`,
      zh: '--logs 中的文件出自两个网关。哪一个是对外销售的？另一个（上游）的日志请用 --upstream 提供。',
    },
    [
      ...isOfOwn.map(({ source: { place } }) => inEach(() => `${place}: ${own}`)),
      ...others.map(({ source: { place }, part }) =>
        inEach((language) => `${place}: ${gatewayOf(part)[language]}`),
      ),
    ],
  );
}
