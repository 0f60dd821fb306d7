import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The kernels are being read. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div className="operator-loading" role="status">
      <LoaderCircle size={16} className="spinning" aria-hidden />
      {t('operator.loading')}
    </div>
  );
}
