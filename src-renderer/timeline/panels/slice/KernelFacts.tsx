import { useTranslation } from 'react-i18next';
import type { SliceDetails, TablePage } from '../../../../src-contract';
import { formatBoth } from '../../../base/formatUnit';
import { useAsked } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useTableSource } from '../../../session/answers/useTableSource';
import { useColumnWords } from '../../../ui/table/columnText';
import { lanePlace } from '../lanePlace';
import { Fact } from './Fact';

/** What stands above already, or is ours alone. */
const KNOWN = new Set(['name', 'startNs', 'durationNs', 'rank', 'rankIndex', 'slice', 'lane']);
const GPU_TASK = /^(gpu_)?(kernel|memcpy|memset)$/i;

interface KernelFactsProps {
  readonly slice: SliceDetails;
  /** The panel is in front. */
  readonly isShown: boolean;
}

/** The slice's row in the kernel table of its rank: shapes, types, formats, PMU, FLOPs. Nothing where it is no kernel. */
export function KernelFacts({ slice, isShown }: KernelFactsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const wordsOf = useColumnWords('operator.column');
  const { ref } = slice;
  const isKernel = useSessionState(({ dump, views }) => {
    if (views?.operator !== true) return false;
    const place = lanePlace(dump.ranks[ref.rank], slice.lane);
    return place?.group.kind === 'hardware' || GPU_TASK.test(slice.category);
  });
  const source = useTableSource({ table: 'operator.kernels', of: { ranks: [ref.rank] } });
  const key = isKernel && isShown ? JSON.stringify([ref, slice.startNs]) : undefined;
  const { value } = useAsked(key, async (id) => {
    const { engine, dumpId } = session;
    const question = { ranks: [ref.rank], slice: ref };
    const found = await engine.ask(dumpId, 'operator.kernelOfSlice', question, id);
    // Neither sorted nor filtered, so that a row's id is its place.
    return found && source.load({ sort: [], filters: [], firstRow: found.rowId, rowCount: 1 });
  });
  const facts = value ? factsOf(value) : [];
  if (facts.length === 0) return null;
  return (
    <section className="slice-section" aria-label={t('slicePanel.kernel')}>
      <h3 className="section-title">{t('slicePanel.kernel')}</h3>
      <dl className="facts">
        {facts.map(({ column, text }) => (
          <Fact key={column.key} label={wordsOf(column).title} copy={text}>
            <span className={column.kind === 'number' ? 'number' : ''}>{text}</span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function factsOf({ columns, cells }: TablePage) {
  return columns.flatMap((column) => {
    const own = cells[column.key];
    if (own === undefined || KNOWN.has(column.key)) return [];
    const text =
      own.kind === 'text' ? (own.texts[own.values[0]!] ?? '') : formatBoth(own.values[0] ?? Number.NaN, column.unit);
    return text === '' || text === 'N/A' ? [] : [{ column, text }];
  });
}
