import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import { copyText } from './clipboard';

interface CopyButtonProps {
  readonly text: string | (() => string);
  /** "Copy" when absent. */
  readonly label?: string;
}

/** Copies the text and shows for a moment that it did. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copiedCount, setCopiedCount] = useState(0);
  const isCopied = copiedCount > 0;
  useEffect(() => {
    if (copiedCount === 0) return;
    const timer = setTimeout(() => setCopiedCount(0), 1_200);
    return () => clearTimeout(timer);
  }, [copiedCount]);
  const copy = () =>
    copyText(typeof text === 'string' ? text : text()).then((isDone) => isDone && setCopiedCount((count) => count + 1));
  return (
    <IconButton
      className={`copy-button ${isCopied ? 'is-copied' : ''}`}
      label={isCopied ? t('common.copied') : (label ?? t('common.copy'))}
      icon={isCopied ? Check : Copy}
      iconSize={13}
      onClick={copy}
    />
  );
}
