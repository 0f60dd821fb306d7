import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/layout/Card';
import { Split } from '../../../ui/layout/ViewLayout';

interface CurveAndTableProps {
  readonly storageKey: string;
  readonly direction: 'horizontal' | 'vertical';
  /** Of the curve; the table has the rest. */
  readonly defaultSize: string;
  readonly title: string;
  readonly definition: string;
  readonly tools: ReactNode;
  readonly curve: ReactNode;
  readonly table: ReactNode;
}

/** A curve with what it is about, and the table that it comes from. */
export function CurveAndTable(props: CurveAndTableProps) {
  const { storageKey, direction, defaultSize, title, definition, tools, curve, table } = props;
  const { t } = useTranslation();
  const card = (
    <Card size="fill" title={title} definition={definition} tools={tools}>
      {curve}
    </Card>
  );
  return (
    <Split
      storageKey={storageKey}
      direction={direction}
      handleLabel={t('memory.resize')}
      areas={[
        { id: 'curve', defaultSize, content: card },
        { id: 'table', content: table },
      ]}
    />
  );
}
