import { useId } from 'react';
import { type Choice, Choices } from '../Choices';

interface SegmentedProps<T extends string> {
  /** Heard, not seen. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  /** Of its radio buttons, where somebody has to find them. */
  readonly name?: string;
}

/** One of a few, side by side, for a toolbar. The arrow keys choose. */
export function Segmented<T extends string>({ label, name, ...choices }: SegmentedProps<T>) {
  const id = useId();
  return (
    <span className="choices" role="radiogroup" aria-label={label}>
      <Choices name={name ?? id} {...choices} />
    </span>
  );
}
