import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CommunicationOverview } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { ofShownJob, showJobOf, useShownJob } from '../../session/shownJob';
import { Badge } from '../../ui/controls/Badge';
import { Segmented } from '../../ui/controls/Segmented';
import { ToolbarSpace, ViewFrame } from '../../ui/layout/ViewLayout';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { Reading } from '../../ui/Reading';
import { ArrivalsPage } from './ArrivalsPage';
import { CollectivesPage } from './CollectivesPage';
import {
  type CommunicationPage,
  type CommunicationStore,
  communicationPages,
  communicationStore,
} from './communicationState';
import { DifferencePage } from './DifferencePage';
import { GroupsPage } from './GroupsPage';
import { LanesPage } from './LanesPage';
import { MatrixPage } from './MatrixPage';
import { hasCollectives, hasTraffic, type PageProps } from './pageProps';
import { RanksPage } from './RanksPage';
import { ScopeBar } from './ScopeBar';
import { useHasPlanes, useHasTimeline } from './useHasTimeline';
import './communication.css';

/** Who talked to whom, how fast, and who was waited for. */
export function CommunicationView() {
  const { t } = useTranslation();
  const session = useSession();
  const store = communicationStore(session);
  const { page } = useStore(store);
  const hasPlanes = useHasPlanes();
  const hasTimeline = useHasTimeline();
  const isComparing = useSessionState(({ comparison }) => comparison !== undefined);
  const isOfShownJob = useShownJobInScope(store);
  const overview = useAnswer('communication.overview', ofShownJob(useShownJob()));
  useFocusedRank(store, overview.value);
  if (!isOfShownJob) return <Reading text={t('ui.table.loading')} />;
  if (overview.error !== undefined) return <FailedAnswer answer={overview} />;
  if (!overview.value) return <Reading text={t('ui.table.loading')} />;
  const hasOwn = hasCollectives(overview.value);
  if (overview.value.ofSummaries?.isTold === false && !hasOwn)
    return (
      <ViewFrame label={t('communication.title')} toolbar={<Sources overview={overview.value} />}>
        <p className="communication-hint">{t('communication.job.notTold')}</p>
      </ViewFrame>
    );
  const has: Partial<Record<CommunicationPage, boolean>> = {
    matrix: hasTraffic(overview.value),
    lanes: hasOwn,
    collectives: hasOwn,
    arrivals: hasOwn && (hasPlanes || !hasTimeline),
    difference: isComparing,
  };
  const pages = communicationPages.filter((id) => has[id] ?? true);
  const props: PageProps = { store, overview: overview.value };
  return (
    <ViewFrame
      label={t('communication.title')}
      toolbar={
        <>
          <Segmented
            label={t('communication.pages')}
            value={pages.includes(page) ? page : 'ranks'}
            options={pages.map((id) => ({
              value: id,
              label: t(`communication.page.${id}`),
              title: t(`communication.pageHint.${id}`),
            }))}
            onChange={(next) => store.setState({ page: next })}
          />
          <ScopeBar store={store} overview={overview.value} />
          <ToolbarSpace />
          <Sources overview={overview.value} />
        </>
      }
    >
      <div className="communication-body">
        {overview.value.notices.length > 0 && (
          <div className="communication-notices">
            {overview.value.notices.map((notice) => (
              <NoticeLine key={`${notice.code} ${notice.path} ${notice.byteOffset}`} notice={notice} />
            ))}
          </div>
        )}
        <div className="communication-page">
          <Page page={pages.includes(page) ? page : 'ranks'} {...props} />
        </div>
      </div>
    </ViewFrame>
  );
}

function Page({ page, ...props }: PageProps & { readonly page: (typeof communicationPages)[number] }) {
  switch (page) {
    case 'ranks':
      return <RanksPage {...props} />;
    case 'groups':
      return <GroupsPage {...props} />;
    case 'matrix':
      return <MatrixPage {...props} />;
    case 'lanes':
      return <LanesPage {...props} />;
    case 'collectives':
      return <CollectivesPage {...props} />;
    case 'difference':
      return <DifferencePage {...props} />;
    case 'arrivals':
      return <ArrivalsPage {...props} />;
  }
}

/** Where the numbers come from, unless from the usual file; and which ranks lack files for them. */
function Sources({ overview }: { readonly overview: CommunicationOverview }) {
  const { t } = useTranslation();
  const missing = useSessionState(({ views }) => views?.missing);
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const lacking = (missing ?? []).filter(({ table }) => table === 'communication' || table === 'communication-matrix');
  const list = lacking.map(({ table, ranks: places }) => {
    const names = places.slice(0, 8).map((place) => ranks[place]?.label ?? String(place));
    return `${table}: ${names.join(', ')}${places.length > names.length ? ', …' : ''}`;
  });
  return (
    <>
      {lacking.length > 0 && (
        <Badge tone="warning" title={t('communication.missing', { list: list.join('; ') })}>
          {list.join('; ')}
        </Badge>
      )}
      {overview.sources
        .filter((source) => source !== 'communication.json')
        .map((source) => (
          <Badge key={source}>{t(`communication.source.${source}`)}</Badge>
        ))}
    </>
  );
}

/** What was chosen of one dump is not there in another. False until the tab has let go of it. */
function useShownJobInScope(store: CommunicationStore): boolean {
  const job = useShownJob().shown?.key;
  const { scope } = useStore(store);
  const isShown = scope.job === job;
  useEffect(() => {
    if (isShown) return;
    const nothing = { rank: undefined, transport: undefined, pair: undefined, laneView: undefined };
    store.setState({ ...nothing, scope: job === undefined ? {} : { job } });
  }, [store, job, isShown]);
  return isShown;
}

/** The rank that another view is about is the rank that is looked at here too. */
function useFocusedRank(store: CommunicationStore, overview: CommunicationOverview | undefined): void {
  const focused = useSessionState(({ focusRanks }) => (focusRanks?.length === 1 ? focusRanks[0] : undefined));
  const ranks = overview?.ranks;
  const session = useSession();
  useEffect(() => {
    if (focused !== undefined) showJobOf(session, focused);
  }, [session, focused]);
  useEffect(() => {
    const rank = focused === undefined ? undefined : ranks?.find(({ index }) => index === focused);
    if (rank) store.setState({ rank: rank.rank });
  }, [store, ranks, focused]);
}
