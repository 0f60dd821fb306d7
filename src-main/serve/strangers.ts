import type { Socket } from 'node:net';

/**
 * Connections that have not shown yet that they may be here. There are never more than so many: each takes a file
 * descriptor, of which a process has a thousand or so, and users who are in need theirs. The oldest makes room, since who
 * has something to show does so at once.
 */
export class Strangers {
  /** Oldest first. */
  readonly #sockets = new Set<Socket>();

  constructor(readonly most: number) {}

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#sockets.size <= this.most) return;
    for (const oldest of this.#sockets) {
      this.#sockets.delete(oldest);
      oldest.destroy();
      return;
    }
  }

  /** From now on it is no stranger. */
  letIn(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
