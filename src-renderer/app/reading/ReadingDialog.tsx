import { CircleStop, ListPlus, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankIndex, RankState, ReadingChange } from '../../../src-contract';
import { formatBytes, formatCount } from '../../base/format';
import { zoomKeyOf } from '../../base/zoomKeys';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { progressShare } from '../../session/dumpSummary';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ProgressBar } from '../../ui/ProgressBar';
import { VirtualList } from '../../ui/VirtualList';
import { useAppServices } from '../appServices';
import { OfOpenDump } from '../OfOpenDump';
import { queueOrder, readingCounts } from './readingCounts';

const ROW_HEIGHT = 26;

/** The queue of timelines: read next, later, not for now. */
export function ReadingDialog() {
  return (
    <OfOpenDump>
      <Content />
    </OfOpenDump>
  );
}

function Content() {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const reading = useSessionState(({ dump }) => dump.reading);
  const counts = useMemo(() => readingCounts(ranks), [ranks]);
  const order = useMemo(() => queueOrder(ranks, reading), [ranks, reading]);
  const [current, setCurrent] = useState<RankIndex>();
  const change = (what: ReadingChange) =>
    void session.engine.readTimelines(session.dumpId, what).catch(controller.reportError);
  const isPaused = reading?.isPaused ?? false;
  const waiting = reading?.waiting ?? [];

  const move = (rank: RankIndex, by: 1 | -1) => {
    const at = waiting.indexOf(rank);
    if (at < 0) return;
    // Down past the next one is before the one after that.
    const before = waiting[by < 0 ? at - 1 : at + 2];
    if (by < 0 && before === undefined) return;
    change({ kind: 'move', rank, ...(before === undefined ? {} : { before }) });
  };
  const onKey = (event: KeyboardEvent, rank: RankState | undefined): boolean => {
    if (!rank) return false;
    const zoom = zoomKeyOf(event);
    if (event.key === 'Delete') {
      // The list stays where it is: what is taken out goes to its end.
      setCurrent(order[order.indexOf(rank) + 1]?.index);
      change({ kind: 'drop', ranks: [rank.index] });
    } else if (zoom === 'in') move(rank.index, 1);
    else if (zoom === 'out') move(rank.index, -1);
    else return false;
    return true;
  };
  return (
    <Dialog title={t('reading.title')} width={640} onClose={() => controller.showDialog(undefined)}>
      <div className="reading-dialog">
        <div className="reading-head">
          <span role="status">
            {t('reading.readOf', { read: formatCount(counts.read), all: formatCount(counts.all) })}
          </span>
          <ProgressBar label={t('reading.title')} share={counts.all === 0 ? 1 : counts.read / counts.all} />
        </div>
        <div className="reading-actions">
          <Button icon={ListPlus} disabled={counts.unread === 0} onClick={() => change({ kind: 'all' })}>
            {t('reading.readAll')}
          </Button>
          <Button
            icon={isPaused ? Play : Pause}
            disabled={!isPaused && counts.wanted === 0}
            onClick={() => change({ kind: isPaused ? 'resume' : 'pause' })}
          >
            {t(isPaused ? 'reading.resume' : 'reading.pause')}
          </Button>
          <Button icon={CircleStop} disabled={waiting.length === 0} onClick={() => change({ kind: 'drop' })}>
            {t('reading.stop')}
          </Button>
        </div>
        <VirtualList
          label={t('reading.queue')}
          className="reading-ranks"
          items={order}
          rowHeight={ROW_HEIGHT}
          keyOf={({ index }) => index}
          currentIndex={order.findIndex(({ index }) => index === current)}
          onCurrentChange={(at) => setCurrent(order[at]?.index)}
          activatesOn="doubleClick"
          onActivate={({ index }) => change({ kind: 'next', ranks: [index] })}
          onKey={onKey}
          takesFocus
          renderRow={(rank) => <Row rank={rank} place={waiting.indexOf(rank.index)} change={change} onMove={move} />}
        />
        <p className="reading-hint">{t('reading.hint')}</p>
      </div>
    </Dialog>
  );
}

interface RowProps {
  readonly rank: RankState;
  /** Among those that wait; -1: it doesn't. */
  readonly place: number;
  readonly change: (what: ReadingChange) => void;
  readonly onMove: (rank: RankIndex, by: 1 | -1) => void;
}

/** Dragged onto another one that waits, it goes before that. */
function Row({ rank, place, change, onMove }: RowProps) {
  const { t } = useTranslation();
  const { index, label, hostName, status, progress } = rank;
  return (
    // The list handles the keys for its rows; dragging is for the pointer.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className="reading-row"
      draggable={place >= 0}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(index))}
      onDragOver={(event) => {
        if (place >= 0 && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged === '') return;
        event.preventDefault();
        event.stopPropagation();
        change({ kind: 'move', rank: Number(dragged) as RankIndex, before: index });
      }}
    >
      <span className="reading-name">{label}</span>
      <span className="reading-host">{hostName}</span>
      <span className="number">{formatBytes(progress.bytesTotal)}</span>
      {status === 'indexing' ? (
        <ProgressBar label={label} share={progressShare(progress)} />
      ) : (
        <span>
          {place >= 0
            ? t('reading.place', { place: formatCount(place + 1) })
            : t(`rank.${status === 'waiting' ? 'waiting' : 'unread'}`)}
        </span>
      )}
      <span className="reading-row-actions">
        {place > 0 && <RowAction label={t('reading.earlier')} run={() => onMove(index, -1)} />}
        {(place > 0 || status === 'unread') && (
          <RowAction label={t('reading.next')} run={() => change({ kind: 'next', ranks: [index] })} />
        )}
        {place >= 0 && <RowAction label={t('reading.drop')} run={() => change({ kind: 'drop', ranks: [index] })} />}
      </span>
    </div>
  );
}

/** Not a click on the row: the list would follow it to its new place. */
function RowAction({ label, run }: { readonly label: string; readonly run: () => void }) {
  return (
    <button
      type="button"
      className="link"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    >
      {label}
    </button>
  );
}

const DRAGGED = 'application/x-tracelane-rank';
