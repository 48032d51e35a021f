/** `us.anthropic.claude-3`: letters and a dot before a letter, any number of times. */
const VENDORS = /^(?:\p{L}+\.)+(?=\p{L})/u;
const LATEST = /-latest$/;

/** The name without what providers put before it, and without the tag that stands for any version. */
const bare = (name: string): string => {
  const lower = name.toLowerCase();
  return lower
    .slice(lower.lastIndexOf('/') + 1)
    .replace(VENDORS, '')
    .replace(LATEST, '');
};

/**
 * What providers put behind the name of the very model that was asked for: `-20240307`, `-2024-08-06`, `-0613`,
 * `-001`, `@20240620`, `:free`, `-v1:0`; several of them in a row.
 */
const VERSIONS = /^(?:-\d{4}-\d\d-\d\d|-\d{8}|-\d{4}|-\d{3}|-v\d+:\d+|:\p{L}+)*(?:@.+)?$/u;

const isVersionOf = (longer: string, shorter: string): boolean =>
  shorter !== '' && longer.startsWith(shorter) && VERSIONS.test(longer.slice(shorter.length));

/** Whether two names mean one model; either may say more about the version. */
export function isSameModel(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [bare(one), bare(other)];
  return a === b || (a.length > b.length ? isVersionOf(a, b) : isVersionOf(b, a));
}

/** The bare name, and all that is left of it without one or more of its last versions. */
function stemsOf(name: string): string[] {
  const whole = bare(name);
  const stems = [whole];
  for (let end = whole.length - 1; end > 0; end--)
    if ('-@:'.includes(whole.charAt(end)) && VERSIONS.test(whole.slice(end))) stems.push(whole.slice(0, end));
  return stems;
}

/**
 * Finds the one of many models whose name agrees with another; none where several do. Looking names up by what is
 * left of them keeps thousands of names from being compared with thousands.
 */
export function modelFinder(models: readonly string[]): (name: string) => string | undefined {
  const byBare = new Map<string, string[]>();
  const byStem = new Map<string, string[]>();
  const put = (index: Map<string, string[]>, key: string, model: string) => {
    const known = index.get(key);
    if (known) known.push(model);
    else index.set(key, [model]);
  };
  for (const model of models) {
    const [whole = '', ...stems] = stemsOf(model);
    put(byBare, whole, model);
    for (const stem of stems) put(byStem, stem, model);
  }
  return (name) => {
    const [whole = '', ...stems] = stemsOf(name);
    const found = [whole, ...stems].flatMap((stem) => byBare.get(stem) ?? []).concat(byStem.get(whole) ?? []);
    return found.length === 1 ? found[0] : undefined;
  };
}
