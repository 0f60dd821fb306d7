import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { shownKind } from '../../session/lanes/lanePresets';
import { ShellContext } from '../../session/shell';
import { ContextMenuItem, ContextMenuLabel, ContextMenuSeparator } from '../../ui/ContextMenu';
import { copyText } from '../../ui/clipboard';
import { hideRow, moveRow, pinRow } from '../lanes/laneCommands';
import { fitLane, groupLanes, hasLength, mayHaveGroup, onlyKind, onlyRank, showStatistics } from '../lanes/rowActions';
import { parentOf } from '../lanes/siblings';
import { ownLanesDialogOf } from '../ownLanes/OwnLanesDialog';
import type { TimelineRow } from '../rows/rows';
import { rowTitle } from '../rows/rowText';
import type { TimelineController } from '../TimelineController';
import { MergeItems } from './MergeItems';
import { useKeysOf } from './useKeysOf';

interface LaneMenuProps {
  readonly row: TimelineRow;
  readonly controller: TimelineController;
}

/** What can be done with a lane, a group or a rank. */
export function LaneMenu({ row, controller }: LaneMenuProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useContext(ShellContext);
  const keysOf = useKeysOf();
  const hiddenCount = useSessionState(({ hidden, hiddenRanks }) => hidden.size + hiddenRanks.size);
  const { navigation, target } = controller;
  const { actions } = session;
  const translate = (key: string, values?: Readonly<Record<string, string | number>>) => t(key, values ?? {});
  const isLane = row.kind === 'slices' || row.kind === 'counter';
  return (
    <>
      <ContextMenuLabel>{rowTitle(row, translate)}</ContextMenuLabel>
      <ContextMenuItem onSelect={() => void copyText(target.nameOf(row))}>{t('lanes.menu.copyName')}</ContextMenuItem>
      {isLane && (
        <>
          {hasLength(row) && (
            <ContextMenuItem keys={keysOf('fitLane')} onSelect={() => fitLane(target, row)}>
              {t('lanes.menu.fitLane')}
            </ContextMenuItem>
          )}
          {row.kind === 'slices' && (
            <ContextMenuItem onSelect={() => showStatistics(target, row)}>{t('lanes.menu.statistics')}</ContextMenuItem>
          )}
        </>
      )}
      {row.kind === 'group' && row.group.lanes.some(({ kind }) => kind === 'slices') && (
        <ContextMenuItem onSelect={() => showStatistics(target, row)}>
          {t('lanes.menu.statisticsOfGroup')}
        </ContextMenuItem>
      )}
      <ContextMenuSeparator />
      {row.isFoldable && (
        <ContextMenuItem onSelect={() => controller.toggle(row)}>
          {t(row.isFolded ? 'timeline.unfold' : 'timeline.fold')}
        </ContextMenuItem>
      )}
      <ContextMenuItem onSelect={() => actions.foldAll(true)}>{t('timeline.command.foldAll')}</ContextMenuItem>
      <ContextMenuItem onSelect={() => actions.foldAll(false)}>{t('timeline.command.unfoldAll')}</ContextMenuItem>
      <ContextMenuSeparator />
      {isLane && (
        <ContextMenuItem keys={keysOf('pinLane')} onSelect={() => pinRow(target, row)}>
          {t(row.isPinned ? 'lanes.menu.unpin' : 'lanes.menu.pin')}
        </ContextMenuItem>
      )}
      {row.kind !== 'kind' && (
        <ContextMenuItem keys={keysOf('hideLane')} onSelect={() => hideRow(target, row)}>
          {t('lanes.menu.hide')}
        </ContextMenuItem>
      )}
      {hiddenCount > 0 && (
        <ContextMenuItem keys={keysOf('showHidden')} onSelect={() => actions.showHidden()}>
          {t('timeline.command.showHidden')}
        </ContextMenuItem>
      )}
      {parentOf(row) !== undefined && (
        <>
          <ContextMenuItem keys={keysOf('moveLaneUp')} onSelect={() => moveRow(target, row, -1)}>
            {t('lanes.menu.moveUp')}
          </ContextMenuItem>
          <ContextMenuItem keys={keysOf('moveLaneDown')} onSelect={() => moveRow(target, row, 1)}>
            {t('lanes.menu.moveDown')}
          </ContextMenuItem>
        </>
      )}
      {(isLane || row.kind === 'group') && row.group.isOwn && (
        <ContextMenuItem onSelect={() => ownLanesDialogOf(session).setState({ isOpen: true })}>
          {t('ownLanes.edit')}
        </ContextMenuItem>
      )}
      <MergeItems row={row} model={navigation.model} target={target} keysOf={keysOf} />
      <ContextMenuSeparator />
      {row.kind === 'kind' ? (
        <ContextMenuItem onSelect={() => onlyKind(target, row)}>
          {t('lanes.menu.onlyKind', { kind: t(`lanes.kind.${row.groupKind}`) })}
        </ContextMenuItem>
      ) : (
        <ContextMenuItem onSelect={() => onlyRank(target, row)}>
          {t('lanes.menu.onlyRank', { rank: row.rank.label })}
        </ContextMenuItem>
      )}
      {(isLane || row.kind === 'group') && (
        <ContextMenuItem onSelect={() => onlyKind(target, row)}>
          {t('lanes.menu.onlyKind', { kind: t(`lanes.kind.${shownKind(row.group)}`) })}
        </ContextMenuItem>
      )}
      {mayHaveGroup(row) && (
        <ContextMenuItem onSelect={() => groupLanes(target, row)}>{t('lanes.menu.groupLanes')}</ContextMenuItem>
      )}
      {row.kind === 'rank' && (
        <>
          <ContextMenuSeparator />
          <ContextMenuItem onSelect={() => shell?.showFiles()}>{t('lanes.menu.files')}</ContextMenuItem>
          <ContextMenuItem onSelect={() => void shell?.removeRanks([row.rank.place])}>
            {t('lanes.menu.removeRank')}
          </ContextMenuItem>
        </>
      )}
    </>
  );
}
