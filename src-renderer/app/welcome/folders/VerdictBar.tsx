import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Survey } from '../../../../src-contract';
import { Button } from '../../../ui/Button';
import { NoticeLine } from '../../../ui/notices/NoticeLine';
import { lastPart } from './crumbs';
import { isOpenable, openText, verdictNotice, verdictText } from './verdict';

interface VerdictBarProps {
  readonly survey: Survey | undefined;
  readonly isLooking: boolean;
  /** A path that is not listed yet. */
  readonly typed: string | undefined;
  readonly chosenCount: number;
  readonly onOpen: () => void;
}

/** What the folder is, and the button that opens it, or what has been chosen in it. */
export function VerdictBar({ survey, isLooking, typed, chosenCount, onOpen }: VerdictBarProps) {
  const { t } = useTranslation();
  const canOpen = typed !== undefined || chosenCount > 0 || (survey !== undefined && isOpenable(survey));
  const buttonText = () => {
    if (typed !== undefined) return t('folders.openName', { name: lastPart(typed) });
    if (chosenCount > 0) return t('folders.openChosen', { count: chosenCount });
    return survey && isOpenable(survey) ? openText(t, survey) : t('folders.open');
  };
  const text = isLooking ? t('folders.looking') : survey ? verdictText(t, survey) || t('folders.nothing') : '';
  return (
    <div className="verdict">
      {isLooking && <LoaderCircle size={14} className="spinning" aria-hidden />}
      <p className="verdict-text" role="status">
        {text}
      </p>
      <Button variant="primary" onClick={onOpen} disabled={!canOpen}>
        {buttonText()}
      </Button>
    </div>
  );
}

/** What stands in the way, or is to be known before opening. */
export function VerdictNotice({ survey }: { readonly survey: Survey }) {
  const notice = verdictNotice(survey);
  return notice ? <NoticeLine notice={notice} /> : null;
}
