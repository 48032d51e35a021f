/**
 * The fields of one record of a table as RFC 4180 has them: quotes count at the start of a field only, and stand
 * twice within. What follows a closing quote belongs to the field.
 */
export function fieldsOf(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    if (record[at] === '"') {
      let from = at + 1;
      for (;;) {
        const quote = record.indexOf('"', from);
        if (quote < 0) return [...fields, field + record.slice(from)];
        const twice = record[quote + 1] === '"';
        field += record.slice(from, twice ? quote + 1 : quote);
        from = twice ? quote + 2 : quote + 1;
        if (!twice) {
          at = from;
          break;
        }
      }
    }
    const end = record.indexOf(delimiter, at);
    if (end < 0) return [...fields, field + record.slice(at)];
    fields.push(field + record.slice(at, end));
    at = end + delimiter.length;
  }
}

/** The records of a text, without their line ends. A quote that never closes ends with the text. */
export function recordsOf(text: string, delimiter: string): string[] {
  const records: string[] = [];
  let start = 0;
  let at = 0;
  let fieldStart = true;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '"' && fieldStart) {
      at++;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1;
      at++;
      fieldStart = false;
    } else if (character === '\n') {
      records.push(text.slice(start, text[at - 1] === '\r' ? at - 1 : at));
      start = ++at;
      fieldStart = true;
    } else {
      fieldStart = character === delimiter;
      at++;
    }
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}
