import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { CopyButton } from '../CopyButton';
import { PathText } from '../PathText';
import type { Sentence } from './noticeOfError';
import { useNoticeText } from './noticeText';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

type NoticeLike = Sentence & Pick<Notice, 'severity'>;

/** A notice: what is wrong, and where. */
export function NoticeLine({ notice }: { readonly notice: NoticeLike }) {
  const { t } = useTranslation();
  const text = useNoticeText(notice);
  const Icon = icons[notice.severity];
  return (
    <div className={`notice notice-${notice.severity}`}>
      <Icon size={14} aria-label={t(`severity.${notice.severity}`)} className="notice-icon" />
      <div className="notice-body">
        <div className="notice-text">{text}</div>
        {notice.path !== undefined && (
          <div className="notice-place">
            <PathText path={notice.path} title={notice.path} />
            {notice.byteOffset !== undefined && (
              <span>{t('common.atByte', { offset: formatCount(notice.byteOffset) })}</span>
            )}
            <CopyButton text={notice.path} label={t('common.copyPath')} />
          </div>
        )}
      </div>
    </div>
  );
}
