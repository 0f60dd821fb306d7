import { Check, FileText, Folder, FolderCheck, Layers } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FolderEntry, SurveyedJob } from '../../../../src-contract';
import { formatBytes } from '../../../base/format';
import { useTimeFormat } from '../../../base/useTimeFormat';
import { MiddleCut } from '../../../ui/MiddleCut';
import { VirtualList } from '../../../ui/VirtualList';
import type { Badges } from './badges';
import { type FolderRow, isChoosable } from './folderRows';
import { badgeText, fileBadge, ranksText } from './verdict';

interface FolderListProps {
  readonly path: string;
  readonly rows: readonly FolderRow[];
  readonly badges: Badges;
  readonly currentIndex: number;
  readonly onCurrentChange: (index: number) => void;
  /** Keys of the rows whose box is ticked. */
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (row: FolderRow) => void;
  /** A double click, Enter. */
  readonly onEnter: (row: FolderRow) => void;
  /** Backspace with nothing typed. */
  readonly onUp: () => void;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** A path is being typed, beginning with this. */
  readonly onPath: (start: string) => void;
  readonly takesFocus: boolean;
}

/** What a folder holds: arrows move, Enter enters, Space ticks, Backspace goes up, letters filter, a slash begins a path. */
export function FolderList(props: FolderListProps) {
  const { rows, badges, chosen, filter, onFilter, onToggle } = props;
  const surveys = useStore(badges.store);
  const surveyOf = (row: FolderRow) => (row.kind === 'entry' ? surveys[row.entry.path] : undefined);
  const canChoose = (row: FolderRow) => isChoosable(row, surveyOf(row));

  const onKey = (event: KeyboardEvent, row: FolderRow | undefined): boolean => {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.key === ' ') {
      if (row && canChoose(row)) onToggle(row);
    } else if (event.key === 'Backspace') {
      if (filter === '') props.onUp();
      else onFilter([...filter].slice(0, -1).join(''));
    } else if (event.key === '/' || event.key === '\\') props.onPath(event.key);
    else if ([...event.key].length === 1) onFilter(filter + event.key);
    else return false;
    return true;
  };

  return (
    <VirtualList
      label={props.path}
      items={rows}
      rowHeight={28}
      keyOf={(row) => row.key}
      currentIndex={props.currentIndex}
      onCurrentChange={props.onCurrentChange}
      onActivate={props.onEnter}
      activatesOn="doubleClick"
      takesFocus={props.takesFocus}
      onKey={onKey}
      isChecked={(row) => (canChoose(row) ? chosen.has(row.key) : undefined)}
      renderRow={(row) => (
        <RowView
          row={row}
          badges={badges}
          box={canChoose(row) ? chosen.has(row.key) : undefined}
          onToggle={() => onToggle(row)}
        />
      )}
    />
  );
}

interface RowViewProps {
  readonly row: FolderRow;
  readonly badges: Badges;
  /** Undefined: it has no box. */
  readonly box: boolean | undefined;
  readonly onToggle: () => void;
}

function RowView({ row, badges, box, onToggle }: RowViewProps) {
  return (
    <div className="entry-row">
      {box === undefined ? (
        <span />
      ) : (
        // For the pointer only: the list has the keys, and the option says whether it is ticked.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <span
          className="checkbox-box"
          data-state={box ? 'checked' : 'unchecked'}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          {box && <Check size={12} strokeWidth={3} aria-hidden />}
        </span>
      )}
      {row.kind === 'job' ? (
        <JobCells job={row.job} telling={row.telling} />
      ) : (
        <EntryCells entry={row.entry} badges={badges} />
      )}
    </div>
  );
}

interface JobCellsProps {
  readonly job: SurveyedJob;
  readonly telling: string | undefined;
}

function JobCells({ job, telling }: JobCellsProps) {
  const { t } = useTranslation();
  const times = useTimeFormat();
  return (
    <>
      <Layers size={15} aria-hidden className="entry-icon-dump" />
      <span className="entry-names" title={[job.name, telling].filter(Boolean).join(' · ')}>
        <span className="entry-name entry-name-dump">
          <MiddleCut text={job.name} />
        </span>
        {telling !== undefined && (
          <span className="entry-name entry-telling">
            <MiddleCut text={telling} />
          </span>
        )}
      </span>
      <span className="badge badge-accent">{ranksText(t, { rankCount: job.rankCount, isCut: false })}</span>
      <span className="entry-size number">{formatBytes(job.sizeBytes)}</span>
      <span className="entry-time">{job.startedMs === undefined ? '' : times.format(job.startedMs)}</span>
    </>
  );
}

function EntryCells({ entry, badges }: { readonly entry: FolderEntry; readonly badges: Badges }) {
  const { t } = useTranslation();
  const times = useTimeFormat();
  const survey = useStore(badges.store, (surveys) => surveys[entry.path]);
  const isFolder = entry.kind === 'folder';
  useEffect(() => {
    if (!isFolder) return;
    badges.want(entry.path);
    return () => badges.release(entry.path);
  }, [badges, entry.path, isFolder]);
  const badge = isFolder ? (survey ? badgeText(t, survey) : '') : fileBadge(t, entry);
  const isDump = badge !== '' || entry.isDump;
  const Icon = isFolder ? (isDump ? FolderCheck : Folder) : FileText;
  // Nothing to open below it, as far as one can tell: it stays in its place, so that no row moves under the pointer.
  const isPlain = isFolder ? survey !== undefined && badge === '' && !survey.isCut : !entry.isCandidate;
  return (
    <>
      <Icon size={15} aria-hidden className={isDump ? 'entry-icon-dump' : ''} />
      <span
        className={`entry-name ${isDump ? 'entry-name-dump' : ''} ${isPlain ? 'entry-name-plain' : ''}`}
        title={entry.name}
      >
        <MiddleCut text={entry.name} />
      </span>
      <span>{badge !== '' && <span className="badge badge-accent">{badge}</span>}</span>
      <span className="entry-size number">{isFolder ? '' : formatBytes(entry.sizeBytes)}</span>
      <span className="entry-time">{times.format(entry.modifiedMs)}</span>
    </>
  );
}
