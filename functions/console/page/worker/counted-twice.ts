import { canonicalText } from '#shared/normalizer/intake/canonical-text.ts';
import { isAbsent, type Native } from '#shared/normalizer/intake/native.ts';

type Rows = readonly { readonly native: Native }[];

/**
 * What every list of a gateway says alike of a request, whoever asks for it. Row ids are not among it: a user's own
 * list has ordinals for them, or 0.
 */
const ALIKE = [
  ...['created_at', 'user_id', 'type', 'model_name', 'quota', 'prompt_tokens', 'completion_tokens'],
  ...['token_id', 'use_time', 'elapsed_time', 'request_time'],
];
/** Rows that are looked for in another log; fewer than these prove nothing. */
const SOUGHT = { min: 5, max: 1000 };

const textOf = (native: Native): string => ALIKE.map((field) => native[field] ?? '').join('\n');

/** Only rows that no request id tells apart, and that somebody was charged for. */
const isNameless = ({ native }: Rows[number]): boolean =>
  isAbsent(native.request_id) && Number(native.created_at) > 0 && Number(native.quota) !== 0;

/** The same row of the same list, which the normalizer counts once by itself. */
const isOverlap = (one: Native, other: Native): boolean =>
  Number(one.id) > 0 && one.id === other.id && canonicalText(one) === canonicalText(other);

/** Rows of the days that a log covers, spread over them evenly. */
function soughtIn(rows: Rows, within: Rows): Rows {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { native } of within) {
    from = Math.min(from, Number(native.created_at));
    to = Math.max(to, Number(native.created_at));
  }
  const common = rows.filter(
    ({ native }) => Number(native.created_at) >= from && Number(native.created_at) <= to,
  );
  const step = Math.ceil(common.length / SOUGHT.max);
  return common.filter((_, index) => index % step === 0);
}

/**
 * Whether most requests of a log stand in another log of the gateway, too, although neither writes request ids: a
 * user's own list beside the administrator's. They would count twice.
 */
export function isCountedTwice(rows: Rows, other: Rows): boolean {
  const nameless = other.filter(isNameless);
  const sought = soughtIn(rows.filter(isNameless), nameless);
  if (sought.length < SOUGHT.min) return false;
  const byText = Map.groupBy(sought, ({ native }) => textOf(native));
  const [found, once] = [new Set<Rows[number]>(), new Set<Rows[number]>()];
  for (const { native } of nameless)
    for (const row of byText.get(textOf(native)) ?? [])
      (isOverlap(row.native, native) ? once : found).add(row);
  return [...found].filter((row) => !once.has(row)).length * 2 > sought.length;
}
