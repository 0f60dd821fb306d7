/** Files of a drop, with folders walked. */

export interface NamedFile {
  /** Relative to what was dropped, parts joined by '/'. */
  readonly path: string;
  readonly file: File;
}

/** What was dropped, to be read whenever there is time. */
export interface Dropped {
  /** As files: a folder is one, too, of which only its path is of use. */
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
  /** Those that were never on a disk (dragged out of a mail, made by a script) have no entry. */
  readonly withoutEntry: readonly File[];
}

/** To be called in the drop event itself: the browser empties a `DataTransfer` when that is over. */
export function takeDrop(transfer: DataTransfer): Dropped {
  const entries: FileSystemEntry[] = [];
  const withoutEntry: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = entry === null ? item.getAsFile() : null;
    if (entry !== null) entries.push(entry);
    else if (file !== null) withoutEntry.push(file);
  }
  return { files: [...transfer.files], entries, withoutEntry };
}

/**
 * Every file of what was dropped, folders included at any depth. Rejects with the browser's `DOMException` when a file
 * or folder cannot be read.
 */
export async function filesOfDrop({ entries, withoutEntry }: Dropped): Promise<readonly NamedFile[]> {
  return [...withoutEntry.map((file) => ({ path: file.name, file })), ...(await filesOfEntries(entries))];
}

async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push({ path: relativePath(entry), file: await fileOf(entry) });
    else if (isFolder(entry)) files.push(...(await filesOfEntries(await entriesOf(entry))));
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function relativePath(entry: FileSystemEntry): string {
  return entry.fullPath.replace(/^\/+/, '');
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** `readEntries` answers in batches (of 100 in Chromium) until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
