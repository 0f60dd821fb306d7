import { CornerLeftUp, FolderX, Star } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Engine } from '../../../../src-contract';
import { useTimeFormatSoon } from '../../../base/useTimeFormat';
import { Button, IconButton } from '../../../ui/Button';
import { Checkbox } from '../../../ui/Checkbox';
import { Dialog } from '../../../ui/Dialog';
import { EmptyState } from '../../../ui/EmptyState';
import { NoticeLine } from '../../../ui/notices/NoticeLine';
import type { AppController } from '../../appController';
import { useAppServices } from '../../appServices';
import { useApp } from '../../useApp';
import { Breadcrumbs } from './Breadcrumbs';
import { createBadges } from './badges';
import { isWithin, parentOf } from './crumbs';
import { FolderList } from './FolderList';
import { type FolderRow, folderRows, hiddenCount, pathsOf } from './folderRows';
import { Places } from './Places';
import { useFavourites } from './useFavourites';
import { useListing } from './useListing';
import { useVerdict } from './useVerdict';
import { VerdictBar, VerdictNotice } from './VerdictBar';
import { isOneDump, isOpenable } from './verdict';

/** What becomes of what is chosen: by the dialog's name. */
type FolderUse = 'folders' | 'foldersToAdd' | 'foldersToCompare';

const uses = {
  folders: { titleKey: 'folders.title', open: (controller, paths) => controller.openPaths(paths) },
  foldersToAdd: { titleKey: 'folders.titleAdd', open: (controller, paths) => controller.addPaths(paths) },
  foldersToCompare: { titleKey: 'folders.titleCompare', open: (controller, paths) => controller.addToCompare(paths) },
} as const satisfies Record<
  FolderUse,
  {
    readonly titleKey: string;
    readonly open: (controller: AppController, paths: readonly string[]) => Promise<void>;
  }
>;

/** Folders of the machine that holds the dumps, within what its host may show, and what opening each would give. */
export function FolderDialog({ how }: { readonly how: FolderUse }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const { engine } = controller.connection;
  const roots = useApp((state) => state.host?.roots ?? noRoots);
  const [firstPath] = useState(() => firstFolder(openedPaths(controller), roots));
  const { listing, error, isLoading, visit: list } = useListing(firstPath);
  const { survey, isLooking } = useVerdict(listing?.path);
  const { favourites, toggle: toggleFavourite } = useFavourites();
  useTimeFormatSoon();
  const [badges] = useState(() => createBadges(engine));
  // From the first moment: a value that came with the listing would be put between what is typed meanwhile.
  const [typedPath, setTypedPath] = useState(firstPath);
  /** Typed since the folder was asked for: the listing that comes in then must not take it away. */
  const hasTyped = useRef(false);
  const pathField = useRef<HTMLInputElement>(null);
  /** Grows with every wish: what an older one finds out counts no more. */
  const wish = useRef(0);
  const lastPath = useRef('');
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const [currentKey, setCurrentKey] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlyMap<string, FolderRow>>(new Map());

  useEffect(() => () => badges.stop(), [badges]);
  useEffect(() => () => void wish.current++, []);
  useEffect(() => {
    if (!listing) return;
    if (!hasTyped.current) setTypedPath(listing.path);
    setFilter('');
    setChosen(new Map());
    // Coming up, one stands where one came from.
    const from = listing.entries.find(({ path }) => path === lastPath.current);
    setCurrentKey((from ?? listing.entries[0])?.path);
    lastPath.current = listing.path;
  }, [listing]);

  const rows = useMemo(
    () => folderRows(listing?.entries ?? [], survey?.jobs ?? [], { filter, showsAll }),
    [listing, survey, filter, showsAll],
  );
  const currentAt = rows.findIndex(({ key }) => key === currentKey);
  // Where the filter leaves out the current one, Enter is for the first that it leaves.
  const currentIndex = currentAt < 0 && filter !== '' && rows.length > 0 ? 0 : currentAt;
  const close = () => controller.showDialog(undefined);
  const visit = (path: string) => {
    hasTyped.current = false;
    wish.current++;
    badges.stop();
    list(path);
  };
  const open = (paths: readonly string[]) => void uses[how].open(controller, paths);
  // What is typed counts before what is listed: it is the more recent wish.
  const typed =
    typedPath.trim() !== '' && typedPath.trim() !== (listing?.path ?? firstPath) ? typedPath.trim() : undefined;
  const openFolder = () => {
    if (typed !== undefined) open([typed]);
    else if (chosen.size > 0) open([...chosen.values()].flatMap(pathsOf));
    else if (listing && survey && isOpenable(survey)) open([listing.path]);
  };
  const goToTyped = async () => {
    const own = ++wish.current;
    const look = (path: string) => engine.survey([path], 'patientBadge').catch(() => undefined);
    if (typed === undefined) {
      if (listing === undefined || survey !== undefined || chosen.size > 0) return openFolder();
      // Enter came before it was known what the folder is: it opens when that is.
      const known = await look(listing.path);
      if (own === wish.current && known && isOpenable(known)) open([listing.path]);
      return;
    }
    // What is recognised is opened; a folder of many things is shown.
    const found = await look(typed);
    if (own !== wish.current) return;
    if (found && isOneDump(found)) return open([typed]);
    // A file is opened, whatever it is: lanes for the open dump, or what says why it is no dump.
    const isFile = !found || !isOpenable(found) ? await isPathOfFile(engine, typed) : false;
    if (own !== wish.current) return;
    if (isFile) open([typed]);
    else visit(typed);
  };
  const toggle = (row: FolderRow) => {
    const next = new Map(chosen);
    if (!next.delete(row.key)) next.set(row.key, row);
    setChosen(next);
  };
  const enter = (row: FolderRow) => {
    if (row.kind === 'entry' && row.entry.kind === 'folder') visit(row.entry.path);
    else open(pathsOf(row));
  };
  const hidden = hiddenCount(listing?.entries ?? []);
  // In an empty folder there is nothing to look at.
  const isLookingInto = isLooking && listing !== undefined && listing.entries.length > 0;
  const isFavourite = listing !== undefined && favourites.includes(listing.path);

  return (
    <Dialog
      title={t(uses[how].titleKey)}
      width={960}
      onClose={close}
      footer={
        <>
          <span className="dialog-hint">{t('folders.hint')}</span>
          <Button variant="quiet" onClick={close}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for all that is in it */}
      <div
        className="folder-browser"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) openFolder();
        }}
      >
        <Places current={listing?.path} favourites={favourites} onVisit={visit} />
        <div className="folder-main">
          <form
            className="folder-bar"
            onSubmit={(event) => {
              event.preventDefault();
              void goToTyped();
            }}
          >
            <IconButton
              label={t('folders.up')}
              icon={CornerLeftUp}
              disabled={listing?.parent === undefined}
              onClick={() => listing?.parent !== undefined && visit(listing.parent)}
            />
            <input
              ref={pathField}
              className="text-field number"
              value={typedPath}
              aria-label={t('folders.path')}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                hasTyped.current = true;
                setTypedPath(event.target.value);
              }}
            />
            <Button type="submit">{t('folders.go')}</Button>
          </form>
          <div className="folder-place">
            {listing && <Breadcrumbs path={listing.path} roots={roots} onVisit={visit} />}
            {listing && (
              <IconButton
                label={t(isFavourite ? 'folders.forgetFavourite' : 'folders.addFavourite')}
                icon={Star}
                isPressed={isFavourite}
                onClick={() => toggleFavourite(listing.path)}
              />
            )}
          </div>
          <VerdictBar
            survey={survey}
            isLooking={isLookingInto}
            typed={typed}
            chosenCount={chosen.size}
            onOpen={openFolder}
          />
          {error && <NoticeLine notice={error} />}
          {survey && !error && <VerdictNotice survey={survey} />}
          <div className="folder-tools">
            <input
              type="search"
              className="text-field"
              aria-label={t('folders.filter')}
              placeholder={t('folders.filter')}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
            {hidden > 0 && (
              <Checkbox isChecked={showsAll} onChange={setShowsAll}>
                {t('folders.showAll', { count: hidden })}
              </Checkbox>
            )}
          </div>
          <div className="folder-list" aria-busy={isLoading}>
            {listing && (
              <FolderList
                path={listing.path}
                rows={rows}
                badges={badges}
                currentIndex={currentIndex}
                onCurrentChange={(index) => setCurrentKey(rows[index]?.key)}
                chosen={new Set(chosen.keys())}
                onToggle={toggle}
                onEnter={enter}
                onUp={() => listing.parent !== undefined && visit(listing.parent)}
                filter={filter}
                onFilter={setFilter}
                onPath={(start) => {
                  hasTyped.current = true;
                  setTypedPath(start);
                  pathField.current?.focus();
                }}
                takesFocus={!hasTyped.current}
              />
            )}
            {/* A folder that could not be read has its notice above. */}
            {rows.length === 0 && !isLoading && !isLookingInto && !error && (
              <EmptyState
                size="panel"
                icon={FolderX}
                title={t(filter ? 'folders.noneShown' : hidden > 0 ? 'folders.onlyOthers' : 'folders.empty')}
              />
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** By the folder that it would be in: nothing else lists files. */
async function isPathOfFile(engine: Engine, path: string): Promise<boolean> {
  const { entries } = await engine.listFolder(parentOf(path)).catch(() => ({ entries: [] }));
  return entries.some((entry) => entry.path === path && entry.kind === 'file');
}

const noRoots: readonly string[] = [];

function openedPaths({ store }: AppController): readonly string[] {
  const { screen } = store.getState();
  return screen.kind === 'dump' ? screen.session.store.getState().dump.paths : [];
}

/** Where the open dump is; else the first root. */
function firstFolder(openedPaths: readonly string[], roots: readonly string[]): string {
  const [opened] = openedPaths;
  const folder = opened === undefined ? undefined : parentOf(opened);
  return folder !== undefined && isWithin(folder, roots) ? folder : (roots[0] ?? '/');
}
