import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { IconButton } from '../../ui/Button';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { useAppServices } from '../appServices';
import type { Toast } from '../appState';
import { useApp } from '../useApp';

/** Errors stay until dismissed; the rest goes away by itself. */
const SHOWN_MS = 8_000;

/** The one place where errors that belong to no screen are shown. */
export function Toasts() {
  const { t } = useTranslation();
  const toasts = useApp((state) => state.toasts);
  return (
    <section className="toasts" aria-label={t('shell.messages')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  useEffect(() => {
    if (toast.severity === 'error') return;
    const timer = setTimeout(() => controller.dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, controller]);
  return (
    <div className="toast" role={toast.severity === 'error' ? 'alert' : 'status'}>
      <NoticeLine notice={{ ...toast.notice, severity: toast.severity }} />
      {toast.count > 1 && <span className="badge">{formatCount(toast.count)} ×</span>}
      <IconButton label={t('common.dismiss')} icon={X} onClick={() => controller.dismissToast(toast.id)} />
    </div>
  );
}
