/** A folder is read in pieces. */
async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let files: File[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return files;
    for (const below of some) files = files.concat(await filesBelow(below));
  }
}

/** What a reader drops: files, and those in folders; what the system keeps for itself begins with a dot. */
async function droppedFiles({ items }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = await Promise.all(entries.map(filesBelow));
  return files.flat().filter(({ name }) => !name.startsWith('.'));
}

/** Takes what is dropped anywhere on the page. */
export function acceptDrops(take: (files: File[]) => void): void {
  const hover = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    document.documentElement.classList.toggle('dropping', isOver);
  };
  document.addEventListener('dragover', hover(true));
  document.addEventListener('dragleave', hover(false));
  document.addEventListener('drop', async (event) => {
    hover(false)(event);
    if (event.dataTransfer) take(await droppedFiles(event.dataTransfer));
  });
}
