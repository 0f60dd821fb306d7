import { Picker } from './Picker';

interface OptionPickerProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly { readonly value: T; readonly label: string; readonly detail?: string }[];
  readonly onChange: (value: T) => void;
  /** The button's text when nothing is chosen. */
  readonly noneText?: string;
}

/** One of many named things: a communication group, an op type, a collective. */
export function OptionPicker<T extends string>({ label, value, options, onChange, noneText }: OptionPickerProps<T>) {
  return (
    <Picker
      label={label}
      summary={options.find((option) => option.value === value)?.label ?? noneText ?? '—'}
      items={options.map((option, at) => ({
        value: at,
        label: option.label,
        number: Number.NaN,
        ...(option.detail !== undefined && { detail: option.detail }),
      }))}
      isMultiple={false}
      isChosen={(at) => options[at]?.value === value}
      onToggle={(at) => {
        const option = options[at];
        if (option) onChange(option.value);
      }}
    />
  );
}
