import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { ProgressBar } from '../../ui/ProgressBar';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';

/** Something is being opened over the open dump, which stays until there is something to see. Mostly it is there sooner. */
export function OpeningCard() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const what = useApp((state) => state.opening);
  if (!what) return null;
  const title = t('loading.openingName', { name: what.kind === 'demo' ? t('loading.demo') : what.title });
  return (
    <section className="upload-card opening-card" aria-label={title}>
      <h2 className="upload-title">{title}</h2>
      <ProgressBar label={title} share={undefined} />
      <Button onClick={() => controller.cancelOpening()}>{t('common.cancel')}</Button>
    </section>
  );
}
