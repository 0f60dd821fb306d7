import { basename } from 'node:path';
import type { DumpContext } from '../../model/dumpContext';
import { rankSeries, type SeriesStep, type StepSeries } from '../../model/stepSeries/series';
import { type FileSeries, readStepFile, type StepFile } from '../../model/stepSeries/stepFile';
import { TableError } from '../../tables/tableError';
import type { RankRecord } from './rankRecord';

/** All series of the job: those of its ranks, over several dumps where they go on, then those of files of step times. */
export async function jobSeries(dump: DumpContext, ranks: readonly RankRecord[]): Promise<readonly StepSeries[]> {
  const ofRanks = rankSeries(
    ranks.map(({ rank, label, index, steps = [] }) => {
      const own = index === undefined ? undefined : dump.rankAt(index);
      return { rank, label, index, startedMs: own?.startedMs, process: own?.process, steps };
    }),
  );
  const ofFiles: StepSeries[] = [];
  for (const path of dump.clusterPaths('step-times')) {
    try {
      const file = await dump.memo(`step times ${path}`, () => readStepFile(path));
      for (const own of file.notices) dump.note(own);
      ofFiles.push(...file.series.filter(({ steps }) => steps.length > 1).map((own) => fileSeries(path, file, own)));
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      dump.note(error.notice);
    }
  }
  return [...ofRanks, ...ofFiles];
}

function fileSeries(path: string, file: StepFile, { rank, steps }: FileSeries): StepSeries {
  const name = basename(path);
  const label = rank === undefined ? name : `${name}, Rank ${rank}`;
  const isTimed = steps.every(({ timeNs }) => timeNs !== undefined);
  const firstNs = steps[0].timeNs ?? 0;
  const { measure, column, isUnitTold } = file;
  return {
    key: `${path} ${rank ?? ''}`,
    label,
    rank,
    parts: [{ label: name, index: undefined }],
    steps: steps.map(({ number, ns, timeNs }): SeriesStep => {
      return { number, ns, part: 0, ...(isTimed && timeNs !== undefined && { timeNs: timeNs - firstNs }) };
    }),
    file: { path, measure, column, isUnitTold },
  };
}
