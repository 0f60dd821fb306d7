import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { noticeOfError, type Sentence } from './noticeOfError';

/** The notice's sentence in the user's language; in English as it came where there is no translation. */
export function useNoticeText(notice: Sentence): string {
  const { t } = useTranslation();
  return noticeText(notice, t);
}

/** What an error says in the user's language, for those who hear of it in the course of something. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => noticeText(noticeOfError(error), t);
}

function noticeText({ code, message, params, reason }: Sentence, t: TFunction): string {
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
