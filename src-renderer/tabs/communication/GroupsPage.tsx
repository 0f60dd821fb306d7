import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useRevision } from '../../session/answers/useAnswer';
import { useTableSource } from '../../session/answers/useTableSource';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { narrowed } from './communicationState';
import type { PageProps } from './pageProps';

const defaultSort = [{ column: 'elapseNs', isDescending: true }] as const;
const needsGroup = ['groupKey'] as const;
const needsType = ['type'] as const;
/** Ranks are of several groups, and of several types: they don't add up. */
const totals = { memberCount: 'none', groupCount: 'none', rankCount: 'none' } as const;

/** What the collectives of each group, and of each type, come to over all ranks. */
export function GroupsPage({ store }: PageProps) {
  const { t } = useTranslation();
  const { scope } = useStore(store);
  const revision = useRevision();
  const groups = useTableSource({ table: 'communication.groups', of: scope });
  const types = useTableSource({ table: 'communication.types', of: scope });
  const choose = (part: 'group' | 'type') => (row: TableRow) => {
    const value = row.text(part === 'group' ? 'groupKey' : 'type');
    store.setState({ page: 'ranks', scope: narrowed(scope, part, value), pair: undefined });
  };
  const action = (part: 'group' | 'type') => [{ label: t('communication.groups.show'), run: choose(part) }];
  return (
    <Split
      storageKey="communication.groups"
      direction="vertical"
      handleLabel={t('communication.resize')}
      areas={[
        {
          id: 'groups',
          defaultSize: '62%',
          content: (
            <Card title={t('communication.groups.title')} definition={t('communication.groups.definition')} size="fill">
              <DataTable
                label={t('communication.groups.title')}
                source={groups}
                revision={revision}
                storageKey="communication.groups"
                columnWords="communication.column"
                defaultSort={defaultSort}
                needs={needsGroup}
                totals={totals}
                emptyText={t('communication.bars.empty')}
                onActivate={choose('group')}
                rowActions={action('group')}
              />
            </Card>
          ),
        },
        {
          id: 'types',
          minSize: '120px',
          content: (
            <Card title={t('communication.types.title')} definition={t('communication.types.definition')} size="fill">
              <DataTable
                label={t('communication.types.title')}
                source={types}
                revision={revision}
                storageKey="communication.types"
                columnWords="communication.column"
                defaultSort={defaultSort}
                needs={needsType}
                totals={totals}
                emptyText={t('communication.bars.empty')}
                onActivate={choose('type')}
                rowActions={action('type')}
              />
            </Card>
          ),
        },
      ]}
    />
  );
}
