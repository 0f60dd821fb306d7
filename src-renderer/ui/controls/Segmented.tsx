import { useId } from 'react';

interface SegmentedProps<T extends string> {
  /** Heard, not seen. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly title?: string }[];
  readonly onChange: (value: T) => void;
}

/** One of a few, side by side, for a toolbar. The arrow keys choose. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const id = useId();
  return (
    <span className="choices" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="choice" title={option.title}>
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
  );
}
