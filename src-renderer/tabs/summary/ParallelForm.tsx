import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParallelLayout, ParallelMap, ParallelSizes } from '../../../src-contract';
import { Button } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import type { SummaryStore } from './summaryStore';

const layouts: readonly ParallelLayout[] = ['megatron', 'megatron-pp-dp', 'mindspeed', 'mindie', 'vllm'];
const sizeNames: readonly (keyof ParallelSizes)[] = ['tensor', 'context', 'expert', 'data', 'pipeline'];
const MAX_SIZE = 65_536;

interface ParallelFormProps {
  readonly store: SummaryStore;
  readonly map: ParallelMap;
}

/** The sizes of the parallel dimensions and how ranks are numbered: as the dump tells, or as typed. */
export function ParallelForm({ store, map }: ParallelFormProps) {
  const { t } = useTranslation();
  const change = (name: keyof ParallelSizes, size: number) =>
    store.setState({ sizes: { ...map.sizes, [name]: size }, layout: map.layout });
  return (
    <div className="parallel-form">
      <OptionPicker
        label={t('summary.layout')}
        value={map.layout}
        options={layouts.map((value) => ({
          value,
          label: t(`summary.layoutName.${value}`),
          detail: t(`summary.layoutOrder.${value}`),
        }))}
        onChange={(layout) => store.setState({ layout })}
      />
      <div className="parallel-sizes">
        {sizeNames.map((name) => (
          <SizeField
            key={name}
            label={t(`summary.short.${name}`)}
            hint={t(`summary.dimensionHint.${name}`)}
            value={map.sizes[name]}
            onChange={(size) => change(name, size)}
          />
        ))}
      </div>
      <p className="summary-note" role="status">
        {map.problem ? t(`summary.problem.${map.problem}`) : t(`summary.sizesFrom.${map.sizesFrom}`)}
      </p>
      {map.sizesFrom === 'typed' && (
        <Button variant="quiet" onClick={() => store.setState({ sizes: undefined, layout: undefined })}>
          {t('summary.sizesReset')}
        </Button>
      )}
    </div>
  );
}

interface SizeFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Undefined: not known yet. */
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

/** A whole number from 1 on; it counts once Enter is pressed or the field is left. */
export function SizeField({ label, hint, value, onChange }: SizeFieldProps) {
  const [text, setText] = useState(textOf(value));
  useEffect(() => setText(textOf(value)), [value]);
  const typed = Number(text);
  const isValid = Number.isInteger(typed) && typed >= 1 && typed <= MAX_SIZE;
  const commit = () => {
    if (isValid && typed !== value) onChange(typed);
    else if (!isValid) setText(textOf(value));
  };
  return (
    <label className="size-field" title={hint}>
      {label}
      <input
        className="text-field number"
        inputMode="numeric"
        value={text}
        aria-invalid={text !== '' && !isValid}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}
