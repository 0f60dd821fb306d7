import {
  closeSync,
  close as closeWith,
  fstatSync,
  fstat as fstatWith,
  openSync,
  open as openWith,
  readSync,
  read as readWith,
  type Stats,
  statSync,
  stat as statWith,
} from 'node:fs';
import { statfs } from 'node:fs/promises';

type Now<T> = T | Promise<T>;

/** How a file is read: at once, or by threads of Node's that may wait without holding up the rest. All throw the system's error. */
export interface FileAccess {
  readonly isAtOnce: boolean;
  stat(path: string): Now<Stats>;
  open(path: string): Now<number>;
  fstat(file: number): Now<Stats>;
  /** Fills `into` from a place of the file; resolves with the number of bytes, less where it ends. */
  read(file: number, into: Uint8Array, position: number): Now<number>;
  close(file: number): Now<void>;
}

/** Some µs a call. For file systems of this machine, which answer. */
export const atOnce: FileAccess = {
  isAtOnce: true,
  stat: (path) => statSync(path),
  open: (path) => openSync(path, 'r'),
  fstat: (file) => fstatSync(file),
  read: (file, into, position) => readSync(file, into, 0, into.length, position),
  close: (file) => closeSync(file),
};

/** Ten times the processor time, but a server that does not answer holds up nothing else. */
export const byThreads: FileAccess = {
  isAtOnce: false,
  stat: (path) => new Promise((resolve, reject) => statWith(path, settle(resolve, reject))),
  open: (path) => new Promise((resolve, reject) => openWith(path, 'r', settle(resolve, reject))),
  fstat: (file) => new Promise((resolve, reject) => fstatWith(file, settle(resolve, reject))),
  read: (file, into, position) =>
    new Promise((resolve, reject) => readWith(file, into, 0, into.length, position, settle(resolve, reject))),
  close: (file) => new Promise((resolve, reject) => closeWith(file, settle(resolve, reject))),
};

function settle<T>(resolve: (value: T) => void, reject: (error: Error) => void) {
  return (error: Error | null, value: T): void => (error ? reject(error) : resolve(value));
}

/** `f_type` of statfs(2) of file systems on disks and in the memory of this machine. */
const LOCAL_TYPES: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs
]);

/** Of a folder: Lustre, NFS and the like may not answer, and so may anything that is not known here. Never rejects. */
export async function accessOf(folder: string): Promise<FileAccess> {
  if (process.platform !== 'linux') return byThreads;
  try {
    const { type } = await statfs(folder);
    return LOCAL_TYPES.has(type >>> 0) ? atOnce : byThreads;
  } catch {
    // It is not there, or not at the moment: whoever looks into it says why.
    return byThreads;
  }
}
