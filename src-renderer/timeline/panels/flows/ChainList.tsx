import { MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainItem } from '../../../../src-contract';
import { type ColumnUnit, formatInColumn, unitOfValues } from '../../../base/columnUnit';
import { formatExactDuration, formatExactTime } from '../../../base/format';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useShell } from '../../../session/shell';
import { EmptyState } from '../../../ui/EmptyState';
import { MiddleCut } from '../../../ui/MiddleCut';
import { VirtualList } from '../../../ui/VirtualList';
import { ColourSwatch } from '../ColourSwatch';
import { PanelReading } from '../PanelReading';

/** Where the selected slice comes from, from Python on, and what comes of it: each a jump. */
export function ChainList({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const ref = useSessionState(({ selectedSlice }) => selectedSlice);
  const answer = useAnswer('timeline.chain', isShown && ref ? { slice: ref } : undefined);
  const [chosen, setChosen] = useState<{ readonly chain: unknown; readonly at: number }>();
  if (!ref) {
    return <EmptyState size="panel" icon={MousePointerClick} title={t('slice.noneTitle')} text={t('chain.noneText')} />;
  }
  if (answer.error !== undefined) return <FailedAnswer answer={answer} size="panel" />;
  if (!answer.value) return <PanelReading />;
  const { items, isCut } = answer.value;
  const ownAt = items.findIndex(({ role }) => role === 'self');
  const own = items[ownAt]?.slice;
  // Another chain begins at the slice that it is of.
  const current = chosen && chosen.chain === answer.value ? chosen.at : ownAt;
  const units = {
    duration: unitOfValues(
      'duration',
      items.map(({ slice }) => slice.durationNs),
    ),
    delay: unitOfValues(
      'duration',
      items.flatMap(({ delayNs }) => delayNs ?? []),
    ),
  };
  const jump = ({ slice }: ChainItem) => {
    session.actions.jumpTo(slice, own);
    shell.showPanel('flows');
  };
  return (
    <>
      {isCut && <p className="panel-note">{t('chain.cut')}</p>}
      <VirtualList
        label={t('flowParts.chain')}
        items={items}
        rowHeight={22}
        keyOf={({ slice }) => slice.ref.slice}
        currentIndex={current}
        onCurrentChange={(at) => setChosen({ chain: answer.value, at })}
        isCentred
        onActivate={jump}
        renderRow={(item) => <ChainRow item={item} units={units} />}
      />
    </>
  );
}

interface ChainRowProps {
  readonly item: ChainItem;
  /** Of the whole list. */
  readonly units: { readonly duration: ColumnUnit | undefined; readonly delay: ColumnUnit | undefined };
}

function ChainRow({ item, units }: ChainRowProps) {
  const { t } = useTranslation();
  const { role, slice, groupName, laneName, category, delayNs } = item;
  const place = `${groupName} · ${laneName}`;
  return (
    <div className={`chain-row ${role === 'self' ? 'is-own' : ''}`}>
      <span className="chain-role">{t(`chain.role.${role}`)}</span>
      <ColourSwatch colour={slice.colour} />
      <span className="result-name" title={slice.name}>
        <MiddleCut text={slice.name} />
      </span>
      <span className="result-place" title={place}>
        {place}
      </span>
      <span className="result-place" title={category}>
        {category}
      </span>
      <span className="number result-time" title={delayNs === undefined ? undefined : formatExactDuration(delayNs)}>
        {delayNs === undefined ? '' : t('slice.delay', { duration: formatInColumn(delayNs, 'duration', units.delay) })}
      </span>
      <span className="number result-time">{formatExactTime(slice.startNs)}</span>
      <span className="number result-duration" title={formatExactDuration(slice.durationNs)}>
        {formatInColumn(slice.durationNs, 'duration', units.duration)}
      </span>
    </div>
  );
}
