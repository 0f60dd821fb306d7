import type { ReactNode } from 'react';
import type { SliceSummary } from '../../../../src-contract';
import { type ColumnUnit, formatInColumn } from '../../../base/columnUnit';
import { formatExactDuration } from '../../../base/format';
import { useSession } from '../../../session/answers/useSession';
import { MiddleCut } from '../../../ui/MiddleCut';
import { ColourSwatch } from '../ColourSwatch';

interface SliceRowProps {
  readonly slice: SliceSummary;
  /** Of the durations of the list. */
  readonly unit: ColumnUnit | undefined;
  /** Instead of its name. */
  readonly text?: string;
  readonly more?: ReactNode;
  readonly isCurrent?: boolean;
}

/** A slice in a list: a jump. */
export function SliceRow({ slice, unit, text = slice.name, more, isCurrent = false }: SliceRowProps) {
  const session = useSession();
  return (
    <button
      type="button"
      className="call-row"
      title={slice.name}
      aria-current={isCurrent}
      onClick={() => session.actions.jumpTo(slice)}
    >
      <ColourSwatch colour={slice.colour} />
      <span className="link-name">
        <MiddleCut text={text} />
      </span>
      <span className="number" title={formatExactDuration(slice.durationNs)}>
        {formatInColumn(slice.durationNs, 'duration', unit)}
      </span>
      {more}
    </button>
  );
}
