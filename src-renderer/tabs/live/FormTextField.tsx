import { useTranslation } from 'react-i18next';
import type { JobForm } from './jobForm';

/** Members of the form that are typed. */
type TypedField = { [K in keyof JobForm]: JobForm[K] extends string ? K : never }[keyof JobForm];

interface FormTextFieldProps {
  readonly name: TypedField;
  readonly placeholder: string;
  readonly form: JobForm;
  readonly set: (change: Partial<JobForm>) => void;
}

/** One line of the form, called by its name. */
export function FormTextField({ name, placeholder, form, set }: FormTextFieldProps) {
  const { t } = useTranslation();
  return (
    <label className="live-field">
      <span>{t(`live.form.${name}`)}</span>
      <input
        className="text-field number"
        spellCheck={false}
        placeholder={placeholder}
        value={form[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </label>
  );
}
