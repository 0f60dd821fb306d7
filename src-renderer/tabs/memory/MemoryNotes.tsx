import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RankMemory } from '../../../src-contract';
import { useSessionState } from '../../session/answers/useSession';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { isSameTime } from './clocks';
import { useMemoryState } from './memoryState';

interface MemoryNotesProps {
  readonly facts: RankMemory;
  readonly compared: readonly RankMemory[];
}

/** What one must know before one trusts the curves: files that are missing, times that are none. */
export function MemoryNotes({ facts, compared }: MemoryNotesProps) {
  const { t } = useTranslation();
  const { mode } = useMemoryState();
  const dump = useSessionState((state) => state.dump);
  const labelOf = ({ rank }: RankMemory) => dump.ranks[rank]?.label ?? String(rank);
  const missing = useMissing(facts);
  const elsewhere =
    mode === 'ranks'
      ? compared.filter((other) => facts.extent && other.extent && !isSameTime(facts.extent, other.extent))
      : [];
  const lost = facts.components.filter(({ isTimeLost }) => isTimeLost).map(({ component }) => component);
  const fromAllocations = facts.components
    .filter(({ from }) => from === 'allocations')
    .map(({ component }) => component);
  const isBeside =
    facts.extent !== undefined &&
    dump.endNs > dump.startNs &&
    !isSameTime(facts.extent, { startNs: dump.startNs, endNs: dump.endNs });
  const notes = [
    ...missing.map((file) => t('memory.note.missing', { file, rank: labelOf(facts) })),
    ...(lost.length > 0 ? [t('memory.note.lostTimes', { components: lost.join(', ') })] : []),
    ...(fromAllocations.length > 0
      ? [t('memory.note.fromAllocations', { components: fromAllocations.join(', ') })]
      : []),
    ...(elsewhere.length > 0
      ? [t('memory.note.otherTime', { ranks: elsewhere.map(labelOf).join(', '), rank: labelOf(facts) })]
      : []),
    ...(isBeside ? [t('memory.note.besideTimeline')] : []),
  ];
  // What the note about lost times says better.
  const notices = facts.notices.filter(({ code }) => lost.length === 0 || code !== 'table-rounded-times');
  if (notes.length === 0 && notices.length === 0) return null;
  return (
    <div className="memory-notes">
      {notices.map((notice) => (
        <NoticeLine key={`${notice.code} ${notice.path} ${notice.byteOffset}`} notice={notice} />
      ))}
      {notes.map((note) => (
        <p key={note} className="memory-note">
          <TriangleAlert size={14} aria-hidden />
          {note}
        </p>
      ))}
    </div>
  );
}

const fileNames = {
  'memory-record': 'memory_record.csv',
  'operator-memory': 'operator_memory.csv',
  'module-memory': 'npu_module_mem.csv',
} as const;

/** Files that other ranks of the dump have, and this one lacks. */
function useMissing(facts: RankMemory): readonly string[] {
  const missing = useSessionState(({ views }) => views?.missing);
  if (!missing || facts.source === 'trace' || facts.source === 'database') return [];
  return Object.entries(fileNames).flatMap(([table, file]) =>
    missing.some((entry) => entry.table === table && entry.ranks.includes(facts.rank)) ? [file] : [],
  );
}
