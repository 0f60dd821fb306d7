/** A sentence that the host has made. */
export interface LiveText {
  readonly en: string;
  readonly zh: string;
}
