import { ArrowDown, ArrowUp, Search, SearchX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SliceSummary } from '../../../src-contract';
import { useCommandRegistry } from '../../base/commands';
import { formatCount, formatDuration, formatExactDuration, formatExactTime } from '../../base/format';
import { FailedAnswer } from '../../session/FailedAnswer';
import { useShell, useShellState } from '../../session/shell';
import { useAsked } from '../../session/useAnswer';
import { useSession, useSessionState } from '../../session/useSession';
import { IconButton } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { VirtualList } from '../../ui/VirtualList';
import { ColourSwatch } from './ColourSwatch';
import { lanePlace, placeText } from './lanePlace';

const MAX_RESULTS = 5_000;
/** While one types; short enough to feel immediate. */
const TYPING_PAUSE_MS = 150;

/** Slices whose name holds the text of the search field; each a jump. */
export function FindPanel() {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const commands = useCommandRegistry();
  const text = useShellState((state) => state.findText);
  const ranks = useSessionState((state) => state.dump.ranks);
  const found = useAsked(
    text === '' ? undefined : text,
    () => session.engine.search({ dump: session.dumpId, text, maxResults: MAX_RESULTS }),
    { delayMs: TYPING_PAUSE_MS },
  );
  const answer = found.value;
  const [currentIndex, setCurrentIndex] = useState(-1);
  const slices = answer?.slices;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text starts from the top
  useEffect(() => setCurrentIndex(-1), [text, session]);

  const jump = useCallback(
    (slice: SliceSummary) => {
      session.actions.jumpTo(slice);
      // The list of results stays where it is, so that one can go on to the next.
      shell.showPanel('find');
    },
    [session, shell],
  );

  const go = useCallback(
    (step: number) => {
      if (!slices || slices.length === 0) return;
      const next =
        currentIndex < 0 && step < 0 ? slices.length - 1 : (currentIndex + step + slices.length) % slices.length;
      setCurrentIndex(next);
      jump(slices[next]!);
    },
    [slices, currentIndex, jump],
  );

  useEffect(() => {
    const common = { group: 'navigate', keysHandledBy: 'shell', worksInFields: true } as const;
    return commands.register(
      { id: 'find.next', titleKey: 'command.findNext', keys: [{ code: 'F3' }], run: () => go(1), ...common },
      {
        id: 'find.previous',
        titleKey: 'command.findPrevious',
        keys: [{ code: 'F3', shift: true }],
        run: () => go(-1),
        ...common,
      },
    );
  }, [commands, go]);

  if (text === '')
    return <EmptyState size="panel" icon={Search} title={t('find.noneTitle')} text={t('find.noneText')} />;
  if (found.error !== undefined) return <FailedAnswer answer={found} size="panel" />;
  if (!answer) return <div className="panel-loading" aria-busy="true" />;
  if (answer.slices.length === 0) {
    return <EmptyState size="panel" icon={SearchX} title={t('find.emptyTitle', { text })} text={t('find.emptyText')} />;
  }
  const shown = answer.slices.length;
  return (
    <div className="find-panel" aria-busy={found.isAsking}>
      <div className="panel-toolbar">
        <span className="toolbar-text">
          {shown < answer.totalCount
            ? t('find.someShown', { shown: formatCount(shown), total: formatCount(answer.totalCount) })
            : t('find.found', { count: answer.totalCount, n: formatCount(answer.totalCount) })}
          {currentIndex >= 0 && ` · ${formatCount(currentIndex + 1)} / ${formatCount(shown)}`}
        </span>
        <IconButton label={t('command.findPrevious')} icon={ArrowUp} onClick={() => go(-1)} />
        <IconButton label={t('command.findNext')} icon={ArrowDown} onClick={() => go(1)} />
      </div>
      <VirtualList
        label={t('panels.find')}
        items={answer.slices}
        rowHeight={22}
        keyOf={(slice) => `${slice.ref.rank}/${slice.ref.slice}`}
        currentIndex={currentIndex}
        onCurrentChange={setCurrentIndex}
        onActivate={jump}
        renderRow={(slice) => (
          <ResultRow slice={slice} place={placeText(lanePlace(ranks[slice.ref.rank], slice.lane), ranks.length)} />
        )}
      />
    </div>
  );
}

function ResultRow({ slice, place }: { readonly slice: SliceSummary; readonly place: string }) {
  return (
    <div className="result-row">
      <ColourSwatch colour={slice.colour} />
      <span className="result-name" title={slice.name}>
        {slice.name}
      </span>
      <span className="result-place" title={place}>
        {place}
      </span>
      <span className="number result-time">{formatExactTime(slice.startNs)}</span>
      <span className="number result-duration" title={formatExactDuration(slice.durationNs)}>
        {formatDuration(slice.durationNs)}
      </span>
    </div>
  );
}
