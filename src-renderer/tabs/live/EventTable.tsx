import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveEvent, LiveJobId } from '../../../src-contract';
import { LIVE_EVENT_KINDS } from '../../../src-contract/live/series';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { useLiveText } from './JobHead';

interface EventTableProps {
  readonly jobId: LiveJobId;
  readonly events: readonly LiveEvent[];
}

const needs = ['tone', 'text'] as const;
/** Steps take some seconds and more, and their numbers grow. */
const ROOM = { step: '1000000', ns: '1,234.567 ms', score: '1,234.567' } as const;
/** Read from its beginning, as sentences are. */
const renderCell = {
  text: (_: TableRow, text: string) => <span className="table-cell-text">{text}</span>,
} as const;
const rowClass = (row: TableRow) => {
  const tone = row.text('tone');
  return tone === '' ? undefined : `row-${tone}`;
};

/** What has happened, the latest first: each step over the threshold with why it was no alarm. */
export const EventTable = memo(function EventTable({ jobId, events }: EventTableProps) {
  const { t } = useTranslation();
  const textOf = useLiveText();
  const [chosen, setChosen] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `textOf` is of the language, as `t` is
  const source = useMemo(() => {
    const columns: readonly ArrayColumn<LiveEvent>[] = [
      { key: 'atMs', label: 'Time', unit: 'clock', valueOf: ({ atMs }) => atMs },
      { key: 'kind', label: 'Event', valueOf: ({ kind }) => t(`live.event.${kind}`) },
      { key: 'step', label: 'Step', unit: 'id', valueOf: ({ step = Number.NaN }) => step },
      { key: 'ns', label: 'Took', unit: 'duration', valueOf: ({ durationNs = Number.NaN }) => durationNs },
      { key: 'score', label: 'Deviations', unit: 'ratio', valueOf: ({ score = Number.NaN }) => score },
      { key: 'text', label: 'What', valueOf: ({ text }) => textOf(text) },
      { key: 'tone', label: 'Tone', isHidden: true, valueOf: toneOf },
    ];
    return arrayLoader(events.toReversed(), columns);
  }, [events, t]);
  const room = useMemo(() => {
    const names = LIVE_EVENT_KINDS.map((kind) => t(`live.event.${kind}`));
    const kind = names.reduce((longest, name) => (name.length > longest.length ? name : longest));
    return { kind, ...ROOM };
  }, [t]);
  return (
    <div className="live-events">
      <DataTable
        label={t('live.events')}
        source={source}
        storageKey="live.events"
        stateKey={`live.events ${jobId}`}
        fileName="events"
        columnWords="live.column"
        totals="none"
        room={room}
        needs={needs}
        rowClass={rowClass}
        toolbar={<h3 className="card-title">{t('live.events')}</h3>}
        emptyText={t('live.noEvents')}
        sentences="text"
        renderCell={renderCell}
        onSelect={(row) => setChosen(row?.text('text'))}
      />
      {/* As a whole, however narrow the window. */}
      {chosen !== undefined && <p className="live-chosen-event">{chosen}</p>}
    </div>
  );
});

function toneOf({ kind, isProfile }: LiveEvent): string {
  if (kind === 'alarm' || kind === 'stall') return isProfile || kind === 'stall' ? 'error' : 'warning';
  return kind === 'drift' || kind === 'change' || kind === 'slow-rank' || kind === 'problem' || kind === 'webhook'
    ? 'warning'
    : '';
}
