/** Whether a text matches a pattern in which `*` is any text, even empty. Ignores case. Takes linear time for each star. */
export function matchesStars(text: string, pattern: string): boolean {
  const [name, parts] = [text.toLowerCase(), pattern.toLowerCase().split('*')];
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
