/** Lists the files of a dropped file or folder. Browsers return the entries of a folder in pieces. */
async function listFiles(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    // Set the path: browsers set it for a folder that is chosen, but not for one that is dropped.
    return [Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) })];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let files: File[] = [];
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return files;
    for (const child of entries) files = files.concat(await listFiles(child));
  }
}

/** Reads dropped files and folders. Skips hidden files, whose names begin with a dot. */
async function readDroppedFiles({ items }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = await Promise.all(entries.map(listFiles));
  return files.flat().filter(({ name }) => !name.startsWith('.'));
}

/**
 * Lets the user drop files and folders anywhere on the page. Calls `onFiles` with the files, including those in
 * folders.
 */
export function acceptDrops(onFiles: (files: File[]) => void): void {
  const hover = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    document.documentElement.classList.toggle('dropping', isOver);
  };
  document.addEventListener('dragover', hover(true));
  document.addEventListener('dragleave', hover(false));
  document.addEventListener('drop', async (event) => {
    hover(false)(event);
    if (event.dataTransfer) onFiles(await readDroppedFiles(event.dataTransfer));
  });
}
