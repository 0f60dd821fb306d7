import type { CommunicationTables } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { groupsOfLinks, pairsInScope } from './matrix';

/** One row per pair of ranks and transport. */
export async function linksTable(
  dump: DumpContext,
  { references, ...scope }: CommunicationTables['communication.links'],
): Promise<ColumnTable> {
  const names = await groupsOfLinks(dump, scope);
  const pairs = await pairsInScope(dump, scope);
  return columnTable([
    numberColumn(
      'source',
      'rank',
      pairs.map(({ source }) => source),
      { label: 'From rank' },
    ),
    numberColumn(
      'target',
      'rank',
      pairs.map(({ target }) => target),
      { label: 'To rank' },
    ),
    textColumn(
      'transport',
      pairs.map(({ transport }) => transport),
      { label: 'Transport' },
    ),
    numberColumn(
      'bandwidthGBps',
      'GB/s',
      pairs.map(({ bandwidthGBps }) => bandwidthGBps),
      { label: 'Bandwidth' },
    ),
    ...(references
      ? [
          numberColumn(
            'ofReference',
            'percent',
            pairs.map(({ transport, bandwidthGBps }) => (100 * bandwidthGBps) / (references[transport] ?? Number.NaN)),
            { label: 'Of reference' },
          ),
        ]
      : []),
    numberColumn(
      'sizeBytes',
      'traffic',
      pairs.map(({ sizeBytes }) => sizeBytes),
      { label: 'Size' },
    ),
    numberColumn(
      'transitNs',
      'duration',
      pairs.map(({ transitNs }) => transitNs),
      { label: 'Transit time' },
    ),
    textColumn(
      'group',
      pairs.map(({ groups }) => groups.map((key) => names.get(key)?.name ?? key).join(', ')),
      {
        label: 'Groups',
      },
    ),
  ]);
}
