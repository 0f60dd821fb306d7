import { useTranslation } from 'react-i18next';
import type { Recording } from '../../../src-contract';

/** The option that records something, and what has to be the case besides. */
export function RecordingText({ recording }: { readonly recording: Recording }) {
  const { t } = useTranslation();
  const { option, orHigher, condition } = recording;
  return (
    <span className="recording">
      {option !== undefined && <code className="selectable">{option}</code>}
      {orHigher && ` ${t('recording.orHigher')}`}
      {condition !== undefined && <span className="recording-condition"> {t(`recording.condition.${condition}`)}</span>}
    </span>
  );
}

/** The same as a text. */
export function useRecordingText(): (recording: Recording) => string {
  const { t } = useTranslation();
  return ({ option, orHigher, condition }) =>
    [
      ...(option === undefined ? [] : [option]),
      ...(orHigher ? [t('recording.orHigher')] : []),
      ...(condition === undefined ? [] : [t(`recording.condition.${condition}`)]),
    ].join(' ');
}
