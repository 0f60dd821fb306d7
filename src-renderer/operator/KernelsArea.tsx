import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ColumnFilter } from '../../src-worker/api';
import { Button } from '../ui/Button';
import { Card } from '../ui/layout/Card';
import { stepFilters } from './groupFilters';
import { KernelTable } from './KernelTable';
import type { OperatorContext } from './OperatorView';
import { operatorState } from './operatorState';

/** Every kernel, one row each. */
export function KernelsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const store = operatorState(context.session);
  const { step, onlyName } = useStore(store);
  const filters = useMemo((): readonly ColumnFilter[] => {
    const byName: ColumnFilter = { kind: 'oneOf', column: 'name', values: [onlyName ?? ''] };
    return [...stepFilters(step), ...(onlyName === undefined ? [] : [byName])];
  }, [step, onlyName]);
  return (
    <Card
      size="fill"
      title={onlyName === undefined ? t('operator.kernels.every') : t('operator.kernels.of', { title: onlyName })}
      tools={
        onlyName !== undefined && (
          <Button variant="quiet" icon={X} onClick={() => store.setState({ onlyName: undefined })}>
            {t('operator.kernels.close')}
          </Button>
        )
      }
    >
      <KernelTable context={context} filters={filters} />
    </Card>
  );
}
