import { useContext, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { parseOffset } from '../../base/parseTime';
import { useSession } from '../../session/answers/useSession';
import { laneTitle } from '../../session/lanes/laneTitles';
import { ShellContext } from '../../session/shell';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import type { SliceRow } from '../rows/rows';
import { laneOffsetNs, laneOffsetOf, moveLane } from './merging';
import './lanes.css';

/** How much later a lane is shown, to be typed; not there while none is asked for. */
export function LaneOffsetDialog() {
  const offset = laneOffsetOf(useSession());
  const row = useStore(offset, (state) => state.row);
  return row ? <OffsetOf row={row} onClose={() => offset.setState({ row: undefined })} /> : null;
}

function OffsetOf({ row, onClose }: { readonly row: SliceRow; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useContext(ShellContext);
  const id = useId();
  const nowNs = laneOffsetNs(row.group);
  const [text, setText] = useState(nowNs === 0 ? '' : `${nowNs} ns`);
  const offsetNs = parseOffset(text === '' ? '0' : text);
  const moveTo = (ns: number | undefined) => {
    if (ns === undefined) return;
    moveLane(session, shell, row, ns - nowNs);
    onClose();
  };
  return (
    <Dialog
      title={t('lanes.offset.title')}
      width={420}
      onClose={onClose}
      footer={
        <>
          <Button disabled={nowNs === 0} onClick={() => moveTo(0)}>
            {t('lanes.offset.reset')}
          </Button>
          <Button variant="primary" disabled={offsetNs === undefined} onClick={() => moveTo(offsetNs)}>
            {t('lanes.offset.apply')}
          </Button>
        </>
      }
    >
      <form
        className="lane-offset"
        onSubmit={(event) => {
          event.preventDefault();
          moveTo(offsetNs);
        }}
      >
        <p>{t('lanes.offset.text')}</p>
        <label htmlFor={id}>
          {t('lanes.offset.of', { lane: laneTitle(row.group, row.lane.name, (key, values) => t(key, { ...values })) })}
        </label>
        <input
          id={id}
          className="text-field number"
          placeholder="−1.5 ms"
          value={text}
          aria-invalid={offsetNs === undefined}
          onChange={(event) => setText(event.target.value)}
          data-first-focus
        />
        {offsetNs === undefined && <span className="field-error">{t('lanes.offset.invalid')}</span>}
      </form>
    </Dialog>
  );
}
