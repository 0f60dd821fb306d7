import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ColumnFilter } from '../../../src-contract';
import { useSession } from '../../session/useSession';
import { stepFilters } from './groupFilters';
import { KernelTable } from './KernelTable';
import type { OperatorContext } from './operatorContext';
import { operatorState } from './operatorState';

/** Every kernel, one row each. */
export function KernelsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const store = operatorState(useSession());
  const { step, onlyName } = useStore(store);
  const filters = useMemo((): readonly ColumnFilter[] => {
    const byName: ColumnFilter = { kind: 'oneOf', column: 'name', values: [onlyName ?? ''] };
    return [...stepFilters(step), ...(onlyName === undefined ? [] : [byName])];
  }, [step, onlyName]);
  return (
    <KernelTable
      context={context}
      filters={filters}
      stateKey="operator.kernels"
      title={onlyName === undefined ? t('operator.kernels.every') : t('operator.kernels.of', { title: onlyName })}
      onShowAll={onlyName === undefined ? undefined : () => store.setState({ onlyName: undefined })}
    />
  );
}
