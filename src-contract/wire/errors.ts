import type { Notice } from '../notices';

/** `Error.name` of refusals that a window may want to tell apart. Names and messages survive the way to the window. */
export const errorNames = {
  /** The path is not below a folder that the browser host may show. */
  outsideRoots: 'OutsideRootsError',
  /** The host is gone for good. */
  connectionClosed: 'ConnectionClosedError',
  upload: 'UploadError',
  /** A file of Tracelane's own, such as the settings, could not be written. */
  notSaved: 'NotSavedError',
  /** A method of the Engine was called with what it does not take: a defect of the window, or somebody else's call. */
  wrongArgument: 'WrongArgumentError',
  /** A worker thread died of the question, again when it was asked alone. */
  unanswerable: 'UnanswerableError',
  /** A worker thread ended before it answered; asked again, another one does. */
  threadDied: 'ThreadDiedError',
  /** The dump is not open (any more), or not this window's. */
  dumpClosed: 'DumpClosedError',
  /** Of a job that is watched: why something cannot be done with it. */
  live: 'LiveJobError',
  /** Stopped by `cancelQuestion`, or since its dump was closed. */
  stopped: 'QuestionStoppedError',
} as const;

/** `notice`: the message as a sentence that has a translation, where it says more than its name does. */
export class NamedError extends Error {
  constructor(
    name: string,
    message: string,
    readonly notice?: Notice,
  ) {
    super(message);
    this.name = name;
  }
}
