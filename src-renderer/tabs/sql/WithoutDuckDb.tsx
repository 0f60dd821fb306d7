import { DatabaseZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SqlFailure } from '../../../src-contract';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { setupSteps } from './setupSteps';

interface WithoutDuckDbProps {
  readonly failure: SqlFailure;
  readonly settingsFile: string;
  readonly onAgain: () => void;
}

/** Why there are no queries, and what is typed where to have them: each line as it stands, to be copied. */
export function WithoutDuckDb({ failure, settingsFile, onAgain }: WithoutDuckDbProps) {
  const { t } = useTranslation();
  const steps = setupSteps(failure, settingsFile);
  return (
    <EmptyState icon={DatabaseZap} title={t('sql.none')}>
      <p className="sql-how">{t(`sql.${steps.length > 0 ? 'why' : 'failure'}.${failure.code}`, failure.params)}</p>
      {steps.length > 0 && (
        <ol className="sql-steps">
          {steps.map(({ id, path, text }) => (
            <li key={id}>
              <p>
                {t(`sql.step.${id}`)}
                {path !== undefined && (
                  <>
                    {' '}
                    <code>{path}</code>
                    <CopyButton text={path} label={t('common.copyPath')} />
                  </>
                )}
              </p>
              <div className="sql-step-text">
                <code>{text}</code>
                <CopyButton text={text} label={t(`sql.copy.${id}`)} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {failure.code !== 'packaged' && <Button onClick={onAgain}>{t('sql.again')}</Button>}
    </EmptyState>
  );
}
