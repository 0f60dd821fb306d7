import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import type { Sentence } from './noticeOfError';

/** The notice's sentence in the user's language; in English as it came where there is no translation. */
export function useNoticeText({ code, message, params, reason }: Sentence): string {
  const { t } = useTranslation();
  // English has no reasons by themselves: the sentence that came is whole.
  const why = reason && {
    reason: t([`reason.${reason.id}`, 'notice.fallback'], { ...shown(reason.params), message: '' }),
  };
  return t([`notice.${code}`, 'notice.fallback'], { ...shown(params), ...why, message });
}

/** The same with its place, for where nothing else tells it. */
export function usePlacedNoticeText(notice: Sentence): string {
  const { t } = useTranslation();
  const text = useNoticeText(notice);
  if (notice.path === undefined) return text;
  const { byteOffset } = notice;
  const at = byteOffset === undefined ? [] : [t('common.atByte', { offset: formatCount(byteOffset) })];
  return `${text} ${[notice.path, ...at].join(' · ')}`;
}

function shown(params: Sentence['params']): Sentence['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'number' ? formatCount(value, 3) : value]),
  );
}
