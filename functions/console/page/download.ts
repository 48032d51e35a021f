/**
 * Saves a text as a file in the user's download folder.
 * @param type media type, such as `text/csv`
 */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Revoke the URL later: Safari still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
