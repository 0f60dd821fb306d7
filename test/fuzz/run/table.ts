import { type FindingKind, findingKinds } from '../format';
import type { Failure } from './failures';
import type { FuzzReport } from './fuzz';

const titles: Readonly<Record<FindingKind, string>> = {
  crash: 'crashes',
  hang: 'hangs',
  memory: 'memory',
  lost: 'lost',
  wording: 'wording',
  wrong: 'wrong',
};

/** One line a format, as a table in Markdown. */
export function reportTable({ formats, failures }: FuzzReport): string {
  const head = [
    'format',
    'mutants',
    ...findingKinds.map((kind) => titles[kind]),
    'median ms',
    'max ms',
    'most MB',
    's',
  ];
  const rows = formats.map(({ format, mutants, medianMs, maxMs, maxPeakBytes, seconds }) => [
    format,
    mutants.toLocaleString('en'),
    ...findingKinds.map((kind) => String(failures.countOf(format, kind))),
    medianMs.toFixed(0),
    maxMs.toFixed(0),
    (maxPeakBytes / 1e6).toFixed(0),
    seconds.toFixed(0),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** What failed, each defect once. */
export function failureList({ failures }: FuzzReport): string {
  return failures.all().map(describeFailure).join('\n\n');
}

export function describeFailure({ format, kind, detail, input, id, steps, count, path }: Failure): string {
  return [
    `${format}: ${kind}, ${count} times: ${detail}`,
    `  ${input}: ${steps.join(', ')}`,
    `  again: npm run fuzz -- --format ${format} --seed ${id.seed} --from ${id.number} --count 1`,
    ...(path === undefined ? [] : [`  bytes: ${path}`]),
  ].join('\n');
}
