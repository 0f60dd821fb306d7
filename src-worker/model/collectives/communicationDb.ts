/** What analysis.db and cluster_analysis.db hold of collectives, as the JSON files give it. */
import type { CommunicationRow, LinkRow } from '../../sqlite/communicationRows';
import { type Collective, type LinkTraffic, opType, stepName } from './collective';
import { globalPair, linkPlace, type RanksOfGroup, sumOfPicked } from './matrixJson';
import { SummedTypes } from './summedTypes';

/** `rank`: of a database of one rank; undefined where the rows tell it. Totals are left out. */
export function opsOfRows(rows: readonly CommunicationRow[], rank: number | undefined): Collective[] {
  const ops: Collective[] = [];
  for (const row of rows) {
    if (row.isTotal) continue;
    const { kind, name, group, startNs, elapseNs, transitNs, waitNs, synchronizationNs, idleNs } = row;
    ops.push({
      rank: rank ?? row.rank,
      step: stepName(row.step),
      kind,
      name,
      type: opType(name),
      group,
      startNs,
      elapseNs,
      transitNs,
      waitNs,
      synchronizationNs,
      idleNs,
      sizeBytes: Number.NaN,
      bandwidths: row.bandwidths.filter(({ sizeBytes, transitNs: time }) => sizeBytes > 0 || time > 0),
    });
  }
  return ops;
}

/** `ranksOf`: where source and target are places in a group; undefined where they are ranks of the job. */
export function linksOfRows(rows: readonly LinkRow[], ranksOf: RanksOfGroup | undefined): LinkTraffic[] {
  const links: LinkTraffic[] = [];
  const types = new SummedTypes();
  for (const { name, group, opName } of rows) {
    const sum = sumOfPicked(`${name}@${group}`);
    if (sum) types.add(sum, opName);
  }
  for (const { step, kind, name, group, source, target, transport, sizeBytes, transitNs } of rows) {
    const place = linkPlace(`${name}@${group}`, types);
    if (!place || !Number.isInteger(source) || !Number.isInteger(target)) continue;
    links.push({
      step: stepName(step),
      kind,
      ...place,
      ...globalPair(source, target, ranksOf ? ranksOf(group) : 'global'),
      transport,
      sizeBytes,
      transitNs,
    });
  }
  return links;
}
