import { Check } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface CheckboxProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

export function Checkbox({ isChecked, onChange, isDisabled = false, children }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox">
      <RadixCheckbox.Root
        id={id}
        className="checkbox-box"
        checked={isChecked}
        disabled={isDisabled}
        onCheckedChange={(state) => onChange(state === true)}
      >
        <RadixCheckbox.Indicator className="checkbox-mark">
          <Check size={12} strokeWidth={3} aria-hidden />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id}>{children}</label>
    </div>
  );
}
