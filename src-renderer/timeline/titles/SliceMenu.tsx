import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { SliceDetails } from '../../../src-contract';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { ShellContext } from '../../session/shell';
import { ContextMenuItem, ContextMenuLabel, ContextMenuSeparator } from '../../ui/ContextMenu';
import { copyText } from '../../ui/clipboard';
import { writeNoteOn } from '../marks/markCommands';
import type { TimelineRow } from '../rows/rows';
import type { TimelineController } from '../TimelineController';
import { LaneMenu } from './LaneMenu';
import { useKeysOf } from './useKeysOf';

/** More arrows than these are in the Slice panel. */
const MOST_JUMPS = 6;

interface AreaMenuProps {
  /** What was under the pointer; a slice there has been selected. */
  readonly target: { readonly row: TimelineRow | undefined; readonly isSlice: boolean };
  readonly controller: TimelineController;
}

/** The menu of the drawing: of the selected slice where one was met, and of its lane. */
export function AreaMenu({ target: { row, isSlice }, controller }: AreaMenuProps) {
  const details = useSessionState((state) => state.selectedDetails);
  return (
    <>
      {isSlice && details && <SliceItems details={details} controller={controller} />}
      {isSlice && details && <ContextMenuSeparator />}
      {row && <LaneMenu row={row} controller={controller} />}
    </>
  );
}

function SliceItems({
  details,
  controller,
}: {
  readonly details: SliceDetails;
  readonly controller: TimelineController;
}) {
  const { t } = useTranslation();
  const { actions } = useSession();
  const shell = useContext(ShellContext);
  const keysOf = useKeysOf();
  const { navigation, target } = controller;
  const jumps = details.links.slice(0, MOST_JUMPS);
  return (
    <>
      <ContextMenuLabel>{details.name}</ContextMenuLabel>
      <ContextMenuItem onSelect={() => void copyText(details.name)}>{t('lanes.menu.copyName')}</ContextMenuItem>
      <ContextMenuItem keys={keysOf('findName')} onSelect={() => shell?.findInTimeline(details.name)}>
        {t('lanes.menu.findAll')}
      </ContextMenuItem>
      <ContextMenuItem keys={keysOf('fitSelection')} onSelect={() => navigation.fitSlice(details)}>
        {t('lanes.menu.fitSlice')}
      </ContextMenuItem>
      <ContextMenuItem keys={keysOf('markSelection')} onSelect={() => navigation.markSlice(details)}>
        {t('lanes.menu.markSlice')}
      </ContextMenuItem>
      <ContextMenuItem keys={keysOf('note')} onSelect={() => writeNoteOn(target, details)}>
        {t('lanes.menu.note')}
      </ContextMenuItem>
      {jumps.map(({ direction, flowId, category, other }) => (
        <ContextMenuItem
          key={`${direction} ${category} ${flowId} ${other.ref.slice}`}
          onSelect={() => actions.jumpTo(other)}
        >
          {t(direction === 'outgoing' ? 'lanes.menu.jumpTo' : 'lanes.menu.jumpBack', { name: other.name })}
        </ContextMenuItem>
      ))}
    </>
  );
}
