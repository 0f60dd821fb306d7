import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LivePreview, LivePreviewFile, LivePreviewLine, LiveSource } from '../../../src-contract';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import type { LineReader } from '../../../src-watch/lines/lineReader';
import { plainText } from '../../../src-watch/lines/plainText';
import { rankOfName } from '../../../src-watch/lines/rankOfName';
import { PatternError } from '../../../src-watch/lines/userPattern';
import type { RankStep } from '../../../src-watch/rule/jobSteps';
import { spoken } from '../../../src-watch/words/spoken';
import { systemText } from '../../../src-watch/words/systemText';
import { isOfForm, readerOf } from '../readerOf';
import { lineFormOf } from './jobSource';

const TAIL_BYTES = 64 * 1024;
/** The header of a csv file is at its beginning. */
const HEAD_BYTES = 4 * 1024;
const MOST_LINES = 12;
const MOST_FILES = 3;
const MOST_CHARACTERS = 300;

/** What the last lines of the files tell, if they are read so. Rejects for nothing that a file or a pattern can do. */
export async function previewLines(source: LiveSource): Promise<LivePreview> {
  const files: LivePreviewFile[] = [];
  let fileCount = 0;
  try {
    const form = lineFormOf(source);
    // A server, and dumps, have no lines to show.
    if (!form) return { files, fileCount, problem: undefined };
    for (const given of source.paths) {
      const paths = await filesOf(given, (name) => isOfForm(form, name));
      fileCount += paths.length;
      // Databases are followed, and have no lines to show.
      if (form.kind === 'monitor') fileCount += await databaseCount(given);
      for (const path of paths.filter((own) => !own.endsWith('.db')).slice(0, MOST_FILES - files.length))
        files.push({ path, lines: await linesOf(path, readerOf(form), source.kind === 'steps') });
    }
    return { files, fileCount, problem: fileCount === 0 ? spoken('preview.no-files') : undefined };
  } catch (error) {
    if (error instanceof PatternError) return { files, fileCount, problem: error.said };
    const code = systemCode(error);
    if (code === undefined) throw error;
    const path = source.paths[0] ?? '';
    const problem =
      code === 'ENOENT'
        ? spoken('preview.no-file', { path })
        : spoken('problem.unreachable', (language) => ({ path, reason: systemText(code, language) }));
    return { files, fileCount, problem };
  }
}

async function databaseCount(path: string): Promise<number> {
  if (!(await stat(path)).isDirectory()) return 0;
  return (await readdir(path)).filter((name) => name.endsWith('.db')).length;
}

async function filesOf(path: string, isWanted: (name: string) => boolean): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  return (await readdir(path))
    .filter(isWanted)
    .sort()
    .map((name) => join(path, name));
}

async function linesOf(path: string, reader: LineReader, hasHeader: boolean): Promise<readonly LivePreviewLine[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    if (hasHeader && from > 0) {
      const [header] = (await textAt(file, 0, HEAD_BYTES)).split(/[\r\n]+/);
      await reader.readAll([header], () => {});
    }
    const lines = (await textAt(file, from, size - from)).split(/[\r\n]+/).filter((line) => line !== '');
    // The first one is cut, where it is not the first of the file.
    const whole = from > 0 ? lines.slice(1) : lines;
    const rank = rankOfName(path);
    const found: LivePreviewLine[] = [];
    for (const line of whole) {
      let step: RankStep | undefined;
      await reader.readAll([line], (own) => {
        step = own;
      });
      const text = plainText(line.slice(0, MOST_CHARACTERS));
      found.push({
        text,
        step: step && { number: step.step, ms: step.durationNs / 1e6, rank: step.rank ?? rank },
      });
    }
    return found.slice(-MOST_LINES);
  } finally {
    await file.close();
  }
}

async function textAt(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead).toString('utf8');
}
