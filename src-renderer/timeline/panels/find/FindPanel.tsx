import type { TFunction } from 'i18next';
import { ArrowDown, ArrowUp, Lock, LockOpen, Search, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankState, SearchCount } from '../../../../src-contract';
import { useCommandRegistry } from '../../../base/commands';
import { formatCount } from '../../../base/format';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useSessionState } from '../../../session/answers/useSession';
import type { OtherSlices } from '../../../session/remembered';
import type { SearchState } from '../../../session/search/search';
import { useSearch, useSearchState } from '../../../session/search/useSearch';
import { Button, IconButton } from '../../../ui/Button';
import { Segmented } from '../../../ui/controls/Segmented';
import { EmptyState } from '../../../ui/EmptyState';
import { PanelReading } from '../PanelReading';
import { FoundTable } from './FoundTable';
import { OwnLaneButtons, OwnLaneChips } from './OwnLaneBar';
import { RankCounts } from './RankCounts';
import { SearchChips } from './SearchChips';

const FILTERS = 'dur>1ms, cat:kernel, rank:0';
const DURATIONS = 'dur>1ms, dur<=20us, dur:1ms..2ms';

/** What the search finds: how many, in which ranks, and each as a row. */
export function FindPanel() {
  const state = useSearchState((own) => own);
  return (
    <div className="table-panel find-panel" aria-busy={state.isCounting}>
      <OwnLaneChips />
      <FindContent state={state} />
    </div>
  );
}

/** The tools above whatever stands instead of the table. */
function Instead({ state, children }: StateProps & { readonly children: ReactNode }) {
  return (
    <>
      <div className="panel-toolbar">
        <FindBar state={state} />
      </div>
      {children}
    </>
  );
}

/** Their slices may come yet. */
const LATER: ReadonlySet<RankState['status']> = new Set(['unread', 'waiting', 'indexing']);

interface StateProps {
  readonly state: SearchState;
}

/** What V8 says of patterns, as far as it is said here in the window's language. */
const PATTERN_REASONS = {
  'Unterminated group': 'group',
  "Unmatched ')'": 'bracket',
  'Unterminated character class': 'class',
  'Nothing to repeat': 'repeat',
  '\\ at end of pattern': 'escape',
  'Range out of order in character class': 'range',
  'numbers out of order in {} quantifier': 'count',
} as const satisfies Readonly<Record<string, string>>;

function reasonText(reason: string, t: TFunction): string {
  const known = PATTERN_REASONS[reason as keyof typeof PATTERN_REASONS];
  return known ? t(`find.problem.pattern.reason.${known}`) : reason;
}

function FindContent({ state }: StateProps): ReactNode {
  const { t } = useTranslation();
  const model = useSearch();
  const { parsed, search, found, count, text, isCounting, error } = state;
  if (parsed.problem) {
    const { problem } = parsed;
    const reason = problem.kind === 'pattern' ? reasonText(problem.reason, t) : '';
    const title = t(`find.problem.${problem.kind}.title`, { text: problem.text });
    return (
      <Instead state={state}>
        <EmptyState
          size="panel"
          icon={TriangleAlert}
          tone="warning"
          title={title}
          text={t(`find.problem.${problem.kind}.text`, { reason, examples: DURATIONS })}
        />
      </Instead>
    );
  }
  if (!search)
    return (
      <EmptyState
        size="panel"
        icon={Search}
        title={t('find.noneTitle')}
        text={t('find.noneText', { examples: FILTERS })}
      />
    );
  if (error !== undefined) return <FailedAnswer answer={{ error, retry: model.retry }} size="panel" />;
  if (count?.isTooSlow && !isCounting)
    return (
      <Instead state={state}>
        <EmptyState
          size="panel"
          icon={TriangleAlert}
          tone="warning"
          title={t('find.tooSlowTitle', { text })}
          text={t('find.tooSlowText')}
        />
      </Instead>
    );
  if (!found || !count) return <PanelReading />;
  if (count.total === 0 && !state.isReadingArgs && !isCounting)
    return (
      <Instead state={state}>
        {unreadOf(state) > 0 ? <NothingYet state={state} /> : <NothingFound text={text} />}
      </Instead>
    );
  return <FoundTable search={found.search} version={found.version} toolbar={<FindBar state={state} />} />;
}

function NothingFound({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const isRead = useSessionState(({ dump }) => dump.ranks.every(({ status }) => !LATER.has(status)));
  const advice = t(isRead ? 'find.emptyAdvice' : 'find.emptyText');
  return <EmptyState size="panel" icon={SearchX} title={t('find.emptyTitle', { text })} text={advice} />;
}

/** What may be found is in args that have not been read. */
function NothingYet({ state }: StateProps) {
  const { t } = useTranslation();
  const unread = unreadOf(state);
  return (
    <EmptyState
      size="panel"
      icon={SearchX}
      title={t('find.nothingYetTitle', { text: state.text })}
      text={t('find.nothingYetText', { count: unread, n: formatCount(unread) })}
    />
  );
}

/** Slices whose args the user has left unread by stopping. */
function unreadOf({ hasStopped, count }: SearchState): number {
  return hasStopped && count ? count.argsTotal - count.argsRead : 0;
}

function FindBar({ state }: StateProps) {
  const { t } = useTranslation();
  const model = useSearch();
  const commands = useCommandRegistry();
  const { count, others, search, isLocked, parsed } = state;
  const isInRegion = search?.region !== undefined;
  const hasRegion = useSessionState(({ selectedRange }) => selectedRange !== undefined);
  return (
    <>
      {count && !parsed.problem && <FoundCount state={state} count={count} />}
      <IconButton label={t('command.findPrevious')} icon={ArrowUp} onClick={() => commands.run('find.previous')} />
      <IconButton label={t('command.findNext')} icon={ArrowDown} onClick={() => commands.run('find.next')} />
      <Segmented<OtherSlices>
        label={t('find.others')}
        value={others}
        options={(['shown', 'greyed', 'hidden'] as const).map((value) => ({
          value,
          label: t(`find.other.${value}`),
          title: t(`find.otherHint.${value}`),
        }))}
        onChange={model.setOthers}
      />
      <IconButton
        label={t('command.lockRegion')}
        icon={isInRegion ? Lock : LockOpen}
        isPressed={isInRegion}
        disabled={!hasRegion && !isInRegion}
        onClick={() => model.lock(!isInRegion && !isLocked)}
      />
      {!parsed.problem && <OwnLaneButtons />}
      <SearchChips />
      <Reading state={state} />
      {count && !parsed.problem && <RankCounts counts={count.ranks} />}
    </>
  );
}

interface FoundCountProps extends StateProps {
  readonly count: SearchCount;
}

function FoundCount({ state: { current, order }, count }: FoundCountProps) {
  const { t } = useTranslation();
  const n = formatCount(count.total);
  const among = formatCount(order?.rowCount ?? count.total);
  return (
    <span className="toolbar-text number" aria-live="polite">
      {current
        ? t('find.position', { position: formatCount(current.position + 1), n: among })
        : t('find.found', { count: count.total, n })}
    </span>
  );
}

/** How far the args are that are read, until one has seen enough; then what is left of them. */
function Reading({ state }: StateProps) {
  const { t } = useTranslation();
  const model = useSearch();
  const { isReadingArgs, count, search } = state;
  if (!search?.inArgs || !count) return null;
  const { argsRead, argsTotal } = count;
  const [n, total] = [formatCount(argsRead), formatCount(argsTotal)];
  const share = argsTotal === 0 ? 0 : Math.floor((100 * argsRead) / argsTotal);
  if (isReadingArgs)
    return (
      <span className="toolbar-text search-reading">
        {t('find.readingArgs', { share, count: argsTotal, n, total })}
        <Button variant="quiet" onClick={model.stopReading}>
          {t('find.stop')}
        </Button>
      </span>
    );
  const unread = unreadOf(state);
  if (unread === 0) return null;
  return (
    <span className="toolbar-text search-reading" role="status">
      {t('find.stoppedArgs', { count: argsTotal, n, total, unread: formatCount(unread) })}
      <Button variant="quiet" onClick={model.retry}>
        {t('find.goOn')}
      </Button>
    </span>
  );
}
