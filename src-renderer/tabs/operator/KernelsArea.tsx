import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ColumnFilter } from '../../../src-contract';
import { useSession } from '../../session/answers/useSession';
import { stepFilters } from './groupFilters';
import { KernelTable } from './KernelTable';
import type { OperatorContext } from './operatorContext';
import { operatorState } from './operatorState';

/** Every kernel, one row each. */
export function KernelsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const store = operatorState(useSession());
  const { step, only } = useStore(store);
  const filters = useMemo(
    (): readonly ColumnFilter[] => [...stepFilters(step), ...(only?.filters ?? [])],
    [step, only],
  );
  return (
    <KernelTable
      context={context}
      filters={filters}
      stateKey="operator.kernels"
      title={only ? t('operator.kernels.of', { title: only.title }) : t('operator.kernels.every')}
      onShowAll={only && (() => store.setState({ only: undefined }))}
    />
  );
}
