/** Longest time for which pieces of a file are built at once, so that the page reacts to the user in between. */
const SLICE_MS = 30;

/** Builds a file of the pieces of a text. Pauses between them, so that many findings do not block the page. */
async function buildFile(pieces: Iterable<string>): Promise<Blob[]> {
  const slices: Blob[] = [];
  let slice: string[] = [];
  let start = performance.now();
  for (const piece of pieces) {
    slice.push(piece);
    if (performance.now() - start < SLICE_MS) continue;
    slices.push(new Blob(slice));
    slice = [];
    await new Promise((done) => setTimeout(done));
    start = performance.now();
  }
  return [...slices, new Blob(slice)];
}

/**
 * Saves a text as a file in the user's download folder.
 * @param type media type, such as `text/csv`
 * @param text the text, or its pieces, which are built while the page stays responsive
 */
export async function download(name: string, type: string, text: string | Iterable<string>): Promise<void> {
  const slices = typeof text === 'string' ? [text] : await buildFile(text);
  const url = URL.createObjectURL(new Blob(slices, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Revoke the URL later: Safari still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
