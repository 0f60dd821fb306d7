import { useId } from 'react';

interface ChoiceGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** One of a few, all in sight, side by side. The arrow keys choose. */
export function ChoiceGroup<T extends string>({ label, value, options, onChange }: ChoiceGroupProps<T>) {
  const id = useId();
  return (
    <div className="choice-group" role="radiogroup" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <span className="choices">
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
    </div>
  );
}
