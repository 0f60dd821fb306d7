import { SLICE_ID_KINDS, type SliceIdKind } from '../../../../src-worker/index/ids/sliceIds';
import type { Indexed } from '../../../fixtures/indexed';
import { type ReferenceTrace, scalarText } from '../../../fixtures/referenceTrace';

/** The keys of args, and what the index calls them. */
const KINDS: Readonly<Record<string, SliceIdKind>> = {
  correlation: 'correlation',
  'External id': 'external',
  'external id': 'external',
  connection_id: 'connection',
  correlation_id: 'queue',
  'src rank': 'sourceRank',
  'dst rank': 'destinationRank',
};

/** `kind byteOffset value` of every id of a complete event or an instant, by looking at all args. */
export function referenceIds({ events }: ReferenceTrace): string[] {
  const ids: string[] = [];
  for (const { byteOffset, members } of events) {
    const phase = members.get('ph');
    const args = members.get('args');
    if (typeof phase !== 'string' || !'XiIRPNDOcvV'.includes(phase) || phase === '') continue;
    if (scalarText(members.get('ts')) === undefined || !(args instanceof Map)) continue;
    for (const [key, value] of args) {
      const text = scalarText(value) ?? '';
      if (!(key in KINDS) || !/^\d{1,20}$/.test(text)) continue;
      const id = BigInt(text);
      if (id !== 2n ** 32n - 1n && id < 2n ** 64n - 1n) ids.push(`${KINDS[key]} ${byteOffset} ${id}`);
    }
  }
  return ids.sort();
}

/** The same of an index. */
export function indexedIds({ index, view }: Indexed): string[] {
  return SLICE_ID_KINDS.flatMap((kind) =>
    Array.from({ length: view.ids.count(kind) }, (_, row) => {
      return `${kind} ${index.slices.source[view.ids.slice(kind, row)]} ${view.ids.value(kind, row)}`;
    }),
  ).sort();
}
