import { useTranslation } from 'react-i18next';
import type { SortKey } from '../../../src-contract';
import { useTableSource } from '../../session/answers/useTableSource';
import { DataTable } from '../../ui/table/DataTable';
import type { OperatorContext } from './operatorContext';

interface OtherTableAreaProps {
  readonly context: OperatorContext;
  /** What the files are called, without what tells one from another. */
  readonly name: string;
}

const inFileOrder: readonly SortKey[] = [];

/** A csv that nothing else reads, with the columns that it has. */
export function OtherTableArea({ context, name }: OtherTableAreaProps) {
  const { t } = useTranslation();
  const source = useTableSource({ table: 'operator.otherTable', of: { name, ranks: context.ranks } });
  return (
    <DataTable
      key={name}
      label={name}
      source={source}
      revision={context.revision}
      storageKey={`operator.otherTable.${name}`}
      fileName={name}
      columnWords="operator.statisticsColumn"
      defaultSort={inFileOrder}
      isHeaderOnly
      toolbar={
        <h3 className="card-title has-definition" title={t('operator.statistics.otherText', { name })}>
          {name}
        </h3>
      }
      emptyText={t('operator.statistics.empty')}
    />
  );
}
