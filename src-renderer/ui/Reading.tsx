import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from './ProgressBar';
import { useReadingProgress } from './readingProgress';

/** Stands where something will be shown once it has been read; with how far that is, where it takes long. */
export function Reading({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const progress = useReadingProgress();
  const ranks = progress && t('ui.reading.ranks', { done: progress.ranksDone, total: progress.ranksTotal });
  return (
    <div className="reading" role="status">
      <LoaderCircle size={16} className="spinning" aria-hidden />
      <span>{text}</span>
      {progress && ranks && (
        <span className="reading-progress">
          <ProgressBar label={ranks} share={progress.ranksDone / progress.ranksTotal} />
          {ranks}
        </span>
      )}
    </div>
  );
}
