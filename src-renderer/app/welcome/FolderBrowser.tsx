import { CornerLeftUp, FileText, Folder, FolderCheck, FolderX, HardDrive } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderEntry, FolderListing } from '../../../src-contract';
import { formatBytes } from '../../base/format';
import { useTimeFormat } from '../../base/useTimeFormat';
import { Button, IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { VirtualList } from '../../ui/VirtualList';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';

/** Folders of the machine that holds the dumps, within what its host may show. A path can be typed, too. */
export function FolderBrowser() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const times = useTimeFormat();
  const roots = useApp((state) => state.host?.roots ?? noRoots);
  const { listing, error, isLoading, visit: list } = useListing(roots[0] ?? '/');
  const [typedPath, setTypedPath] = useState('');
  /** Typed since the folder was asked for: the listing that comes in then must not take it away. */
  const hasTyped = useRef(false);
  const [currentIndex, setCurrentIndex] = useState(-1);
  const close = () => controller.showDialog(undefined);
  const visit = (path: string) => {
    hasTyped.current = false;
    list(path);
  };

  useEffect(() => {
    if (!listing) return;
    if (!hasTyped.current) setTypedPath(listing.path);
    setCurrentIndex(listing.entries.length > 0 ? 0 : -1);
  }, [listing]);

  const current = listing?.entries[currentIndex];
  const activate = (entry: FolderEntry) => {
    if (entry.kind === 'folder') visit(entry.path);
    else void controller.openPaths([entry.path]);
  };
  const openCurrent = () => {
    // What was typed counts before what is listed: it is the more recent wish.
    const typed = typedPath.trim();
    if (typed !== '' && typed !== listing?.path) void controller.openPaths([typed]);
    else if (current && (current.isDump || current.kind === 'file')) void controller.openPaths([current.path]);
    else if (listing) void controller.openPaths([listing.path]);
  };
  const target = targetName(typedPath, listing, current);

  return (
    <Dialog
      title={t('folders.title')}
      width={720}
      onClose={close}
      footer={
        <>
          <span className="dialog-hint">{t('folders.hint')}</span>
          <Button variant="quiet" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" onClick={openCurrent} disabled={target === undefined}>
            {target === undefined ? t('folders.open') : t('folders.openName', { name: target })}
          </Button>
        </>
      }
    >
      <form
        className="folder-bar"
        onSubmit={(event) => {
          event.preventDefault();
          visit(typedPath.trim());
        }}
      >
        <IconButton
          label={t('folders.up')}
          icon={CornerLeftUp}
          disabled={listing?.parent === undefined}
          onClick={() => listing?.parent !== undefined && visit(listing.parent)}
        />
        <input
          className="text-field number"
          data-first-focus
          value={typedPath}
          aria-label={t('folders.path')}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            hasTyped.current = true;
            setTypedPath(event.target.value);
          }}
        />
        <Button onClick={() => visit(typedPath.trim())}>{t('folders.go')}</Button>
      </form>
      {roots.length > 1 && (
        <div className="folder-roots">
          {roots.map((root) => (
            <Button key={root} variant="quiet" icon={HardDrive} onClick={() => visit(root)}>
              {root}
            </Button>
          ))}
        </div>
      )}
      {listing?.notice && <NoticeLine notice={listing.notice} />}
      {error && <NoticeLine notice={error} />}
      <div className="folder-list" aria-busy={isLoading}>
        {listing && listing.entries.length > 0 ? (
          <VirtualList
            key={listing.path}
            label={listing.path}
            items={listing.entries}
            rowHeight={26}
            keyOf={(entry) => entry.path}
            currentIndex={currentIndex}
            onCurrentChange={setCurrentIndex}
            onActivate={activate}
            renderRow={(entry) => <EntryRow entry={entry} times={times} />}
          />
        ) : (
          // A folder that could not be read has its notice above.
          !isLoading &&
          !listing?.notice &&
          !error && <EmptyState size="panel" icon={FolderX} title={t('folders.empty')} />
        )}
      </div>
    </Dialog>
  );
}

const noRoots: readonly string[] = [];

/** What the button would open, for its label; undefined: nothing. */
function targetName(typedPath: string, listing: FolderListing | undefined, current: FolderEntry | undefined) {
  const typed = typedPath.trim();
  if (typed !== '' && typed !== listing?.path) return lastPart(typed);
  if (current && (current.isDump || current.kind === 'file')) return current.name;
  return listing && lastPart(listing.path);
}

const lastPart = (path: string) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;

interface ListingState {
  readonly listing: FolderListing | undefined;
  readonly error: Parameters<typeof NoticeLine>[0]['notice'] | undefined;
  readonly isLoading: boolean;
}

/** The folder that is shown. A folder that cannot be listed leaves the one before in place, with the reason. */
function useListing(firstPath: string) {
  const { controller } = useAppServices();
  const [state, setState] = useState<ListingState>({ listing: undefined, error: undefined, isLoading: true });
  const visits = useRef(0);
  const visit = useCallback(
    (path: string) => {
      const visitNumber = ++visits.current;
      setState((before) => ({ ...before, isLoading: true }));
      controller.connection.engine.listFolder(path).then(
        (listing) => {
          if (visitNumber === visits.current) setState({ listing, error: undefined, isLoading: false });
        },
        (error: unknown) => {
          if (visitNumber !== visits.current) return;
          const message = error instanceof Error ? error.message : String(error);
          const notice = { code: 'list-folder', severity: 'error', message, params: {} } as const;
          setState((before) => ({ ...before, error: notice, isLoading: false }));
        },
      );
    },
    [controller],
  );
  useEffect(() => visit(firstPath), [visit, firstPath]);
  return { ...state, visit };
}

function EntryRow({ entry, times }: { readonly entry: FolderEntry; readonly times: Intl.DateTimeFormat }) {
  const { t } = useTranslation();
  const Icon = entry.kind === 'file' ? FileText : entry.isDump ? FolderCheck : Folder;
  return (
    <div className={`entry-row ${entry.isDump ? 'is-dump' : ''}`}>
      <Icon size={15} aria-hidden />
      <span className="entry-name" title={entry.name}>
        {entry.name}
      </span>
      {entry.isDump && <span className="badge badge-accent">{t('folders.dump')}</span>}
      <span className="entry-size number">{entry.kind === 'file' ? formatBytes(entry.sizeBytes) : ''}</span>
      <span className="entry-time">{times.format(entry.modifiedMs)}</span>
    </div>
  );
}
