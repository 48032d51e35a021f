/** Splits a record of a table into fields by RFC 4180. Text after a closing quote belongs to the field. */
export function splitFields(record: string, delimiter: string): string[] {
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
        const isDoubled = record[quote + 1] === '"';
        field += record.slice(from, isDoubled ? quote + 1 : quote);
        from = isDoubled ? quote + 2 : quote + 1;
        if (!isDoubled) {
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

/** Splits a text into records, without their line breaks. A quote that is never closed extends to the end of the text. */
export function splitRecords(text: string, delimiter: string): string[] {
  const records: string[] = [];
  let start = 0;
  let at = 0;
  let isFieldStart = true;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '"' && isFieldStart) {
      at++;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1;
      at++;
      isFieldStart = false;
    } else if (character === '\n') {
      records.push(text.slice(start, text[at - 1] === '\r' ? at - 1 : at));
      start = ++at;
      isFieldStart = true;
    } else {
      isFieldStart = character === delimiter;
      at++;
    }
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}
