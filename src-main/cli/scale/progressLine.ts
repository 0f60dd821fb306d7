import type { WriteStream } from 'node:tty';

export interface ProgressLine {
  show(text: string): void;
  /** What is printed next begins on a line of its own. */
  end(): void;
}

/** One line that changes, on a terminal; elsewhere a line for whatever is new. */
export function progressLine(stream: Pick<WriteStream, 'isTTY' | 'write'>): ProgressLine {
  let last = '';
  let isOpen = false;
  return {
    show(text) {
      if (text === last) return;
      last = text;
      stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
      isOpen = stream.isTTY === true;
    },
    end() {
      if (isOpen) stream.write('\n');
      isOpen = false;
      last = '';
    },
  };
}
