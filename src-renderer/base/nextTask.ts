/** Resolves in another task: what waits for the window's thread (input, drawing) comes first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
