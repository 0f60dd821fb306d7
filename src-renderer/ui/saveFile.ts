/** Hands a file to the user as a download. */
export function saveFile(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = safeFileName(fileName);
  link.click();
  // The browser has taken hold of the blob by then; without this it would stay in memory until the window closes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Names of ranks and ops may hold what file systems forbid. */
export function safeFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems forbid them
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '_').slice(0, 120);
}
