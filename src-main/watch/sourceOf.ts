import type { FileAccess } from './fileAccess';
import type { LineForm } from './readerOf';
import { DumpFolder, type DumpsForm } from './sources/dumpFolder';
import type { MonitorReader } from './sources/monitorReader';
import { MonitorSource } from './sources/monitorSource';
import { type PrometheusForm, PrometheusSource } from './sources/prometheusSource';
import type { StepSource } from './stepSource';
import { type SavedFiles, WatchedFiles } from './watchedFiles';

/** What stands behind the paths, or the address, that were named. */
export type SourceForm = LineForm | PrometheusForm | DumpsForm;

/** How files are read. */
export interface ReadingWays {
  /** Undefined: as their file systems allow. */
  readonly access?: FileAccess;
  /** Undefined: on this thread. */
  readonly databases?: MonitorReader;
  /** Of lines a look reads so much; undefined: as much as is good for memory. */
  readonly lookBytes?: number;
}

/** `saved`: what `save` of such a source has answered. */
export function sourceOf(
  paths: readonly string[],
  form: SourceForm,
  saved: unknown,
  { access, databases, lookBytes }: ReadingWays,
): StepSource {
  if (form.kind === 'prometheus') return new PrometheusSource(paths[0], form, saved);
  if (form.kind === 'dumps') return new DumpFolder(paths[0], saved);
  if (form.kind === 'monitor') return new MonitorSource(paths, form, saved, access, databases);
  return new WatchedFiles(paths, form, saved as SavedFiles | undefined, access, lookBytes);
}

/** What tells two ways of reading the same paths apart. */
export function formId(form: SourceForm): string {
  switch (form.kind) {
    case 'pattern':
      return form.pattern.source;
    case 'log':
      return form.preset ?? '';
    case 'prometheus':
      return JSON.stringify([form.query, form.unit, form.rankLabel, form.resolutionS]);
    default:
      return '';
  }
}
