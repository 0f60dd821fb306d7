import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OwnLane, OwnLaneNote } from '../../../src-contract';
import { useSession } from '../../session/answers/useSession';
import { LONGEST_LANE_NAME, ownLanesOf } from '../../session/ownLanes/ownLanes';
import type { DumpSession } from '../../session/session';
import { useShell } from '../../session/shell';
import { IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { PathText } from '../../ui/PathText';
import { SkippedLines } from './SkippedLines';
import './ownLanes.css';

interface OwnLanesShown {
  readonly isOpen: boolean;
}

/** The same for all who ask for it, as long as the dump is open. */
export function ownLanesDialogOf(session: DumpSession): StoreApi<OwnLanesShown> {
  return session.viewState('ownLanesDialog', () => createStore<OwnLanesShown>()(() => ({ isOpen: false })));
}

/** The lanes of one's own: renamed, removed, and what is to be said of them. */
export function OwnLanesDialog() {
  const session = useSession();
  const shown = ownLanesDialogOf(session);
  const isOpen = useStore(shown, (state) => state.isOpen);
  return isOpen ? <List onClose={() => shown.setState({ isOpen: false })} /> : null;
}

function List({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { lanes, notes } = useStore(ownLanesOf(useSession()).store);
  return (
    <Dialog title={t('made.own')} width={560} onClose={onClose}>
      <div className="own-lanes">
        <p>{t('ownLanes.text')}</p>
        {lanes.length > 0 && (
          <ul aria-label={t('made.own')}>
            {lanes.map((lane) => (
              <Line key={lane.id} lane={lane} notes={notes.filter((note) => note.lane === lane.id)} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Line({ lane, notes }: { readonly lane: OwnLane; readonly notes: readonly OwnLaneNote[] }) {
  const { t } = useTranslation();
  const shell = useShell();
  const own = ownLanesOf(useSession());
  const [text, setText] = useState(lane.name);
  const { id, name, kind } = lane;
  return (
    <li>
      <div className="own-lane-line">
        <input
          className="text-field"
          aria-label={t('ownLanes.rename', { name })}
          maxLength={LONGEST_LANE_NAME}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          onBlur={() => {
            if (text.trim() === '') setText(name);
            else own.rename(id, text).catch(shell.reportError);
          }}
        />
        <span className="own-lane-kind">{t(`ownLanes.kind.${kind}`)}</span>
        <IconButton
          icon={Trash2}
          label={t('find.removeLane', { name })}
          onClick={() => own.remove(id).catch(shell.reportError)}
        />
      </div>
      {lane.kind === 'file' && (
        <div className="own-lane-path">
          <PathText path={lane.path} title={lane.path} />
        </div>
      )}
      {notes
        .flatMap(({ notices }) => notices)
        .map((notice) => (
          <NoticeLine key={`${notice.code} ${notice.path}`} notice={notice} />
        ))}
      <SkippedLines skipped={notes.flatMap(({ skipped }) => skipped)} />
    </li>
  );
}
