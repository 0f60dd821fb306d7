import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Picker } from './Picker';

/** One step by its number in the dump, or all of them together, or their median. */
export type StepChoice = number | 'all' | 'median';

interface StepPickerProps {
  /** Numbers as the dump has them. */
  readonly steps: readonly number[];
  readonly value: StepChoice;
  readonly onChange: (value: StepChoice) => void;
  /** Which choices beside the single steps there are. Default: `all`. */
  readonly also?: readonly ('all' | 'median')[];
  /** What stands beside a step: its duration. */
  readonly detailOf?: (step: number) => string | undefined;
  /** Default: "Step". */
  readonly label?: string;
}

const defaultAlso = ['all'] as const;

export function StepPicker({ steps, value, onChange, also = defaultAlso, detailOf, label }: StepPickerProps) {
  const { t } = useTranslation();
  const choices: readonly StepChoice[] = useMemo(() => [...also, ...steps], [also, steps]);
  const nameOf = (choice: StepChoice) =>
    choice === 'all'
      ? t('ui.picker.allSteps')
      : choice === 'median'
        ? t('ui.picker.medianStep')
        : t('ui.picker.stepNumber', { step: String(choice) });
  const items = choices.map((choice, at) => {
    const detail = typeof choice === 'number' ? detailOf?.(choice) : undefined;
    return {
      value: at,
      label: nameOf(choice),
      number: typeof choice === 'number' ? choice : -1,
      ...(detail !== undefined && { detail }),
    };
  });
  return (
    <Picker
      label={label ?? t('ui.picker.step')}
      summary={nameOf(value)}
      items={items}
      isMultiple={false}
      isChosen={(at) => choices[at] === value}
      onToggle={(at) => {
        const choice = choices[at];
        if (choice !== undefined) onChange(choice);
      }}
    />
  );
}
