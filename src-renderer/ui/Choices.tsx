export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly title?: string;
}

interface ChoicesProps<T extends string> {
  /** Of the group of radio buttons; unique on the page. */
  readonly name: string;
  readonly value: T;
  readonly options: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}

/** The radio buttons of one of a few; what they are about is said by the group around them. */
export function Choices<T extends string>({ name, value, options, onChange }: ChoicesProps<T>) {
  return options.map((option) => (
    <label key={option.value} className="choice" title={option.title}>
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      {option.label}
    </label>
  ));
}
