import { useTranslation } from 'react-i18next';
import { useTableSource } from '../../session/answers/useTableSource';
import { DataTable } from '../../ui/table/DataTable';
import type { OperatorContext } from './operatorContext';

const sortByDevice = [{ column: 'deviceSelfNs', isDescending: true }] as const;

/** operator_details.csv: framework ops with their call stacks and what they took on host and device. */
export function FrameworkOpsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const source = useTableSource({
    table: 'operator.frameworkOps',
    of: { ranks: context.ranks },
  });
  return (
    <DataTable
      label={t('operator.frameworkOps.title')}
      source={source}
      revision={context.revision}
      storageKey="operator.frameworkOps"
      fileName="framework-ops"
      columnWords="operator.frameworkColumn"
      defaultSort={sortByDevice}
      toolbar={
        <h3 className="card-title has-definition" title={t('operator.frameworkOps.text')}>
          {t('operator.frameworkOps.title')}
        </h3>
      }
      emptyText={t('operator.frameworkOps.empty')}
    />
  );
}
