import { type LinkFigures, linkBandwidthGBps, linkFigures } from '../facts/linkFigures';
import type { TableFile } from './tableWriter';

/** communication_matrix.json: who sent how much to whom, for some ops of each type and group, and in total. */
export const communicationMatrixFile: TableFile = {
  fileName: 'communication_matrix.json',
  create: () => {
    let isFirst = true;
    return {
      begin: () => '{',
      *step(records) {
        yield `${isFirst ? '' : ', '}"step${records.step}": {"p2p": `;
        isFirst = false;
        yield* opsText(linkFigures(records, 'p2p'));
        yield ', "collective": ';
        yield* opsText(linkFigures(records, 'collective'));
        yield '}';
      },
      end: () => '}',
    };
  },
};

function* opsText(ops: Iterable<LinkFigures>): Generator<string> {
  let separator = '{';
  for (const op of ops) {
    yield `${separator}"${op.key}@${op.group}": ${JSON.stringify(linksJson(op))}`;
    separator = ', ';
  }
  yield separator === '{' ? '{}' : '}';
}

function linksJson({ links, opName }: LinkFigures): object {
  return Object.fromEntries(
    links.map((link) => [
      `${link.source}-${link.target}`,
      {
        'Transport Type': link.transport,
        'Transit Size(MB)': link.bytes / 1e6,
        'Transit Time(ms)': link.durationNs / 1e6,
        'Bandwidth(GB/s)': linkBandwidthGBps(link),
        'Op Name': opName,
      },
    ]),
  );
}
