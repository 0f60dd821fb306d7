import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { deviceFirst } from '../../session/lanes/laneOrder';
import { ContextMenu, ContextMenuItem } from '../../ui/ContextMenu';
import { useVirtualRows } from '../../ui/useVirtualRows';
import { useAppServices } from '../appServices';
import { readThenShow } from '../reading/readThenShow';
import { TreeRowView } from './TreeRowView';
import { parentRow, removedBy, type ToggledKeys, type TreeRow, treeRows } from './treeRows';

const ROW_HEIGHT = 22;

/** Ranks, hosts, files, summaries of the job, notices and skipped events of the dump. A click on a rank, group or lane scrolls the timeline. */
export function DumpTree() {
  const { t } = useTranslation();
  const session = useSession();
  const { commands, controller } = useAppServices();
  const ranks = useSessionState((state) => state.dump.ranks);
  const clusterFiles = useSessionState((state) => state.dump.clusterFiles);
  const notices = useSessionState((state) => state.dump.notices);
  const [toggled, setToggled] = useState<ToggledKeys>(new Set());
  const [currentKey, setCurrentKey] = useState<string>();
  const rows = useMemo(
    () => treeRows({ ranks, clusterFiles, notices }, toggled),
    [ranks, clusterFiles, notices, toggled],
  );
  const box = useRef<HTMLDivElement>(null);
  const shown = useVirtualRows({ box, count: rows.length, rowHeight: ROW_HEIGHT, keyOf: (index) => rows[index]!.key });

  const showNotices = () => commands.run('panel.notices');

  const toggle = useCallback(
    (key: string) =>
      setToggled((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );

  const activate = (row: TreeRow) => {
    setCurrentKey(row.key);
    if (row.kind === 'group' || row.kind === 'lane') session.actions.scrollTo(row.id);
    else if (row.kind === 'rank' && row.rank.groups.length > 0)
      session.actions.scrollTo(deviceFirst(row.rank.groups)[0].id);
    else if (row.kind === 'rank' && row.rank.status === 'unread')
      readThenShow(session, row.rank.index).catch(controller.reportError);
    else if (row.kind === 'notice' || row.kind === 'skipped') showNotices();
    else if (row.isOpen !== undefined) toggle(row.key);
  };

  const remove = (row: TreeRow | undefined) => {
    const places = removedBy(row);
    if (places) void controller.removeRanks(places);
  };
  const current = rows.find((row) => row.key === currentKey);

  const moveTo = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setCurrentKey(row.key);
    shown.show(rows.indexOf(row));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.findIndex((row) => row.key === currentKey);
    const row = rows[index];
    if (event.key === 'ArrowDown') moveTo(index + 1);
    else if (event.key === 'ArrowUp') moveTo(index - 1);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(rows.length - 1);
    else if (event.key === 'ArrowRight' && row?.isOpen === false) toggle(row.key);
    else if (event.key === 'ArrowRight' && row?.isOpen) moveTo(index + 1);
    else if (event.key === 'ArrowLeft' && row?.isOpen) toggle(row.key);
    else if (event.key === 'ArrowLeft') moveTo(parentRow(rows, index));
    else if (event.key === 'Delete' && removedBy(row)) remove(row);
    else if ((event.key === 'Enter' || event.key === ' ') && row) activate(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <nav className="dump-tree" aria-label={t('tree.title')}>
      <h2 className="pane-title">{t('tree.title')}</h2>
      <ContextMenu
        trigger={
          <div
            ref={box}
            className="tree-rows"
            role="tree"
            tabIndex={0}
            aria-label={t('tree.title')}
            aria-activedescendant={currentKey === undefined ? undefined : rowId(currentKey)}
            onKeyDown={onKeyDown}
            onFocus={(event) => {
              const hasCurrent = rows.some((row) => row.key === currentKey);
              if (!hasCurrent && event.currentTarget.matches(':focus-visible')) moveTo(0);
            }}
          >
            <div className="virtual-list-content" style={{ height: shown.height }}>
              {shown.rows.map(({ index, place, key }) => {
                const row = rows[index]!;
                return (
                  // The tree handles the keys for its rows.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                  <div
                    key={key}
                    id={rowId(row.key)}
                    role="treeitem"
                    tabIndex={-1}
                    aria-level={row.depth + 1}
                    aria-expanded={row.isOpen}
                    aria-selected={row.key === currentKey}
                    className={`tree-row tree-row-${row.kind}`}
                    style={{ ...place.style, paddingLeft: 4 + row.depth * 14 }}
                    onClick={() => activate(row)}
                    onContextMenu={(event) => {
                      setCurrentKey(row.key);
                      // Nothing to do with it: no menu, and not the browser's either.
                      if (!removedBy(row)) event.preventDefault();
                    }}
                  >
                    <TreeRowView row={row} onToggle={toggle} />
                  </div>
                );
              })}
            </div>
          </div>
        }
      >
        <ContextMenuItem onSelect={() => remove(current)}>
          {t(current?.kind === 'job' ? 'tree.removeJob' : 'tree.removeRank')}
        </ContextMenuItem>
      </ContextMenu>
    </nav>
  );
}

const rowId = (key: string) => `tree-${key.replaceAll(/[^\w-]/g, '_')}`;
