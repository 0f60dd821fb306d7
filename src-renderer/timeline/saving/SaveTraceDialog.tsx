import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankIndex, RankState } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { Button } from '../../ui/Button';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { Dialog } from '../../ui/Dialog';
import { ProgressBar } from '../../ui/ProgressBar';
import { VirtualList } from '../../ui/VirtualList';
import { ranksOf, type TracePart } from './saveTrace';
import { useTraceSaving } from './useTraceSaving';
import './saving.css';

/** The marked region, what is in view, or all. */
type Extent = 'region' | 'view' | 'all';

interface SaveTraceDialogProps {
  readonly onClose: () => void;
}

const ROW_HEIGHT = 26;
const MOST_ROWS = 8;

/** Saves a part of the timeline as a trace: which time and lanes, and of which ranks. */
export function SaveTraceDialog({ onClose }: SaveTraceDialogProps) {
  const { t } = useTranslation();
  const hasRange = useSessionState(({ selectedRange }) => selectedRange !== undefined);
  const [extent, setExtent] = useState<Extent>(hasRange ? 'region' : 'view');
  const [left, setLeft] = useState<ReadonlySet<RankIndex>>(new Set());
  const saving = useTraceSaving();
  const whole = useWholePart(extent);
  const offered = ranksOf(whole);
  const part: TracePart = { ...whole, ranks: offered.filter(({ index }) => !left.has(index)) };
  const unreadCount = useSessionState(({ dump }) => dump.ranks.filter(({ status }) => status !== 'ready').length);
  const extents = (hasRange ? (['region', 'view', 'all'] as const) : (['view', 'all'] as const)).map((value) => ({
    value,
    label: t(`timeline.saving.extents.${value}`),
  }));
  const start = () => void saving.start(part);
  const save = (
    <Button variant="primary" disabled={part.ranks.length === 0} onClick={start} data-first-focus>
      {t('timeline.saving.save')}
    </Button>
  );
  const running = (
    <>
      <ProgressBar className="saving-progress" label={t('timeline.saving.progress')} share={saving.share} />
      <Button onClick={saving.cancel}>{t('common.cancel')}</Button>
    </>
  );
  return (
    <Dialog
      title={t('timeline.saving.title')}
      width={480}
      onClose={onClose}
      footer={saving.share === undefined ? save : running}
    >
      <div className="saving">
        <p>{t('timeline.saving.text')}</p>
        <ChoiceGroup label={t('timeline.saving.extent')} value={extent} options={extents} onChange={setExtent} />
        {offered.length > 1 && <RankList ranks={offered} left={left} onChange={setLeft} />}
        <p role="status">
          {saving.saved
            ? t('timeline.saving.saved', {
                slices: t('timeline.saving.slices', countOf(saving.saved.slices)),
                arrows: t('timeline.saving.arrows', countOf(saving.saved.arrows)),
              })
            : partText(t, part)}
        </p>
        {unreadCount > 0 && <p>{t('timeline.saving.unread', { count: unreadCount })}</p>}
      </div>
    </Dialog>
  );
}

const countOf = (count: number) => ({ count, n: formatCount(count) });

/** Of all ranks. */
function useWholePart(extent: Extent): TracePart {
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const { store } = useSession();
  const range = useSessionState(({ selectedRange }) => selectedRange);
  const lanes = useSessionState(({ selectedLanes }) => selectedLanes);
  if (extent === 'region') return { ranks, range, lanes };
  return { ranks, range: extent === 'view' ? store.getState().view : undefined, lanes: undefined };
}

function partText(t: ReturnType<typeof useTranslation>['t'], { ranks, range }: TracePart): string {
  if (ranks.length === 0) return t('timeline.saving.nothing');
  const files = t(ranks.length === 1 ? 'timeline.saving.oneFile' : 'timeline.saving.zip', { ranks: ranks.length });
  return range ? `${formatDuration(range.endNs - range.startNs)} · ${files}` : files;
}

interface RankListProps {
  readonly ranks: readonly RankState[];
  /** Of them, those that are left out. */
  readonly left: ReadonlySet<RankIndex>;
  readonly onChange: (left: ReadonlySet<RankIndex>) => void;
}

function RankList({ ranks, left, onChange }: RankListProps) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(-1);
  const toggle = ({ index }: RankState) => {
    const next = new Set(left);
    if (!next.delete(index)) next.add(index);
    onChange(next);
  };
  return (
    <div className="saving-ranks">
      <div className="button-row">
        <Button variant="quiet" disabled={left.size === 0} onClick={() => onChange(new Set())}>
          {t('timeline.saving.allRanks')}
        </Button>
        <Button
          variant="quiet"
          disabled={ranks.every(({ index }) => left.has(index))}
          onClick={() => onChange(new Set(ranks.map(({ index }) => index)))}
        >
          {t('timeline.saving.noRanks')}
        </Button>
      </div>
      <div style={{ height: Math.min(MOST_ROWS, ranks.length) * ROW_HEIGHT }}>
        <VirtualList
          label={t('timeline.saving.rankList')}
          items={ranks}
          rowHeight={ROW_HEIGHT}
          keyOf={({ index }) => index}
          currentIndex={current}
          onCurrentChange={setCurrent}
          onActivate={toggle}
          onKey={(event, rank) => {
            if (event.code !== 'Space' || !rank) return false;
            toggle(rank);
            return true;
          }}
          isChecked={({ index }) => !left.has(index)}
          renderRow={({ index, label }) => (
            <div className="saving-rank">
              <span className="checkbox-box" data-state={left.has(index) ? 'unchecked' : 'checked'}>
                {!left.has(index) && <Check size={12} strokeWidth={3} aria-hidden />}
              </span>
              {label}
            </div>
          )}
        />
      </div>
    </div>
  );
}
