import { expect, test } from 'vitest';
import type { FindingEvidence, FindingsReport } from '../../../../src-contract';
import { findingsWorker } from '../../../../src-worker/views/findings';
import { openContext } from '../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';

describeDumps('two of eight ranks', () => {
  test('evidence is shown at the job’s time, whatever clock the ranks are shown by', async () => {
    const dump = await openContext(dumpPath('ascend/text_level1_2ranks'));
    const report = (): Promise<FindingsReport> => Promise.resolve(findingsWorker.answers['findings.report'](dump, {}));
    const all = ({ findings }: FindingsReport): readonly FindingEvidence[] => findings.flatMap((own) => own.evidence);
    const startOf = (own: FindingEvidence): number => {
      const view = dump.views().get(own.kind === 'slice' ? own.ref.rank : own.rank);
      return own.kind === 'slice' ? (view?.summary(own.ref.slice).startNs ?? Number.NaN) : own.startNs;
    };
    const place = {
      names: new Map(),
      originNs: dump.originNs,
      generations: new Map([...dump.views().keys()].map((rank) => [rank, 1])),
    };
    const showBy = (offsetNs: number, clockRevision: number) => {
      const shift = { offsetNs, rate: 0, aroundNs: 0 };
      for (const view of dump.views().values()) view.setShift(shift);
      dump.setPlace({ ...place, shifts: dump.ranks.map(() => shift), clockRevision });
    };
    // A clock that is a second ahead: everything is shown a second earlier.
    showBy(1e9, 1);
    const shifted = all(await report());
    expect(shifted.map(({ kind }) => kind)).toContain('slice');
    expect(shifted.filter((own) => startOf(own) !== own.startNs)).toEqual([]);
    showBy(0, 2);
    const own = all(await report());
    expect(own.map(({ startNs }) => startNs)).toEqual(shifted.map(({ startNs }) => startNs + 1e9));
    expect(own.filter((one) => startOf(one) !== one.startNs)).toEqual([]);
  });
});
