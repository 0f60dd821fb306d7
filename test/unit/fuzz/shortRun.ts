import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from '../../../scripts/lib/project.mjs';
import { allFormats } from '../../fuzz/formats/allFormats';
import { type KnownFailure, knownFailures } from '../../fuzz/knownFailures';
import type { Failure } from '../../fuzz/run/failures';
import { fuzz } from '../../fuzz/run/fuzz';
import { describeFailure } from '../../fuzz/run/table';

export interface ShortRun {
  readonly mutants: number;
  /** What is not known to fail, as text. */
  readonly unknown: readonly string[];
  /** What is known, and was found again. */
  readonly found: ReadonlySet<KnownFailure>;
}

/** Runs so many mutants of each of the formats; the same ones each time, wherever the same dumps are. */
export async function shortRun(
  seed: number,
  count: number,
  processes: number,
  names?: readonly string[],
): Promise<ShortRun> {
  const built = join(projectDir, 'dist', 'fuzz');
  const formats = allFormats(pathToFileURL(join(built, 'tokenizer.wasm'))).filter(
    ({ name }) => names?.includes(name) ?? true,
  );
  const childPath = join(built, 'child.js');
  const report = await fuzz({ formats, count, seed, from: 0, processes, childPath });
  const found = new Set<KnownFailure>();
  const unknown: Failure[] = [];
  for (const failure of report.failures.all()) {
    const known = knownFailures.find(
      ({ formats: those, kind, detail }) =>
        those.includes(failure.format) && kind === failure.kind && detail.test(failure.detail),
    );
    if (known) found.add(known);
    else unknown.push(failure);
  }
  const mutants = report.formats.reduce((sum, format) => sum + format.mutants, 0);
  return { mutants, unknown: unknown.map(describeFailure), found };
}
