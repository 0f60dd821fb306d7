import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsedThreshold } from '../../../src-contract';
import { useFindings } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { IconButton } from '../../ui/Button';
import { keyOf, limitText, limitUnit, typedLimit } from './limitText';

/** A limit, changed in place: the rules run again at once. */
export function LimitField({ threshold }: { readonly threshold: UsedThreshold }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { findings, report } = useFindings();
  const isFixed = report?.isOfSummaries === true;
  const value = limitText(threshold);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const typed = typedLimit(text, threshold.unit);
  const keep = (next: number | undefined) => findings.setLimit(threshold.id, next).catch(shell.reportError);
  const commit = () => {
    if (typed === undefined) setText(value);
    else if (text !== value) void keep(typed === threshold.usual ? undefined : typed);
  };
  const name = t(`findings.threshold.${keyOf(threshold.id)}`);
  const isChanged = threshold.value !== threshold.usual;
  return (
    <span className="limit-field">
      <input
        className="text-field number"
        inputMode="decimal"
        aria-label={name}
        title={isFixed ? t('findings.limit.fixed') : name}
        readOnly={isFixed}
        aria-invalid={typed === undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          // The list around takes arrows and Enter.
          event.stopPropagation();
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(value);
        }}
      />
      <span className="findings-muted">{limitUnit(threshold.unit, t)}</span>
      {isChanged && (
        <IconButton
          icon={RotateCcw}
          iconSize={12}
          label={t('findings.limit.reset', { value: limitText({ ...threshold, value: threshold.usual }) })}
          onClick={() => void keep(undefined)}
        />
      )}
    </span>
  );
}
