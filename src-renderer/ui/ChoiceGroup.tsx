import { useId } from 'react';
import { type Choice, Choices } from './Choices';

interface ChoiceGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  /** Of its radio buttons, where somebody has to find them. */
  readonly name?: string;
}

/** One of a few, all in sight, side by side. The arrow keys choose. */
export function ChoiceGroup<T extends string>({ label, name, ...choices }: ChoiceGroupProps<T>) {
  const id = useId();
  return (
    <div className="choice-group" role="radiogroup" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <span className="choices">
        <Choices name={name ?? id} {...choices} />
      </span>
    </div>
  );
}
