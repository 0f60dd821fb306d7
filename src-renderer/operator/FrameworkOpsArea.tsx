import { useTranslation } from 'react-i18next';
import { useTableSource } from '../app/tables/useTableSource';
import { Card } from '../ui/layout/Card';
import { DataTable } from '../ui/table/DataTable';
import type { OperatorContext } from './OperatorView';

const sortByDevice = [{ column: 'deviceSelfNs', isDescending: true }] as const;

/** operator_details.csv: framework ops with their call stacks and what they took on host and device. */
export function FrameworkOpsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const source = useTableSource(context.session, {
    table: 'operator.frameworkOps',
    of: { ranks: context.ranks },
  });
  return (
    <Card size="fill" title={t('operator.frameworkOps.title')} definition={t('operator.frameworkOps.text')}>
      <DataTable
        label={t('operator.frameworkOps.title')}
        source={source}
        revision={context.revision}
        storageKey="operator.frameworkOps"
        fileName="framework-ops"
        columnWords="operator.frameworkColumn"
        defaultSort={sortByDevice}
        emptyText={t('operator.frameworkOps.empty')}
      />
    </Card>
  );
}
