import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../src-contract';
import { formatCount } from '../../base/format';

/** The notice's sentence in the user's language; in English as it came where there is no translation. */
export function useNoticeText(notice: Pick<Notice, 'code' | 'message' | 'params'>): string {
  const { t } = useTranslation();
  const params = Object.fromEntries(
    Object.entries(notice.params).map(([key, value]) => [
      key,
      typeof value === 'number' ? formatCount(value, 3) : value,
    ]),
  );
  return t([`notice.${notice.code}`, 'notice.fallback'], { ...params, message: notice.message });
}
