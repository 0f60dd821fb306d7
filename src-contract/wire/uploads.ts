/**
 * Requests that carry dropped files to the browser host, their paths below the page's:
 *
 *   POST   /upload?session=S             → 201 UploadStarted
 *   POST   /upload/ID?path=a/b.json      → 204, the body is the file
 *   POST   /upload/ID/done               → 200 UploadFinished
 *   DELETE /upload/ID                    → 204, everything of it is removed
 *
 * A refusal has status 4xx or 5xx and an UploadRefusal as its body.
 */
export const uploadPath = '/upload';

export interface UploadStarted {
  readonly id: string;
  /** Bytes that may be sent, from the free space of the disk. */
  readonly maxBytes: number;
}

export interface UploadFinished {
  /** Absolute paths of what was dropped (not of every file in dropped folders). */
  readonly paths: readonly string[];
}

/** Also keys of translations: `notice.<code>`. */
export type UploadRefusalCode =
  | 'upload-too-large'
  | 'upload-bad-path'
  | 'upload-unknown'
  | 'upload-failed'
  | 'upload-empty';

export interface UploadRefusal {
  readonly code: UploadRefusalCode;
  /** One English sentence. */
  readonly message: string;
}
