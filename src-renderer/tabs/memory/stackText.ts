/** How the worker joins the frames of a call stack, innermost first. */
export const FRAME_BREAK = ' ← ';

/** A file by its last folder: what tells frames apart stands at the end of a path, and a cell shows its beginning. */
export function shortStack(stack: string): string {
  return stack
    .split(FRAME_BREAK)
    .map((frame) => frame.replace(/^.*?((?:[^/\\]+[/\\]){0,1}[^/\\]+\(\d+\):)/, '$1'))
    .join(FRAME_BREAK);
}
