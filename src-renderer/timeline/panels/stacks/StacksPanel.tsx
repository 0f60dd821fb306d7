import { ZoomOut } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventChoice, StackTree } from '../../../../src-contract';
import { formatCount } from '../../../base/format';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useShellState } from '../../../session/shell';
import { IconButton } from '../../../ui/Button';
import { Segmented } from '../../../ui/controls/Segmented';
import { NoRegion } from '../scope/NoRegion';
import { useEventScope } from '../scope/useEventScope';
import { FlameGraph } from './FlameGraph';
import { FunctionTable } from './FunctionTable';
import { bottomUp, type StackOrder } from './stackModel';
import './stacks.css';
import { PanelReading } from '../PanelReading';

const MOST_NODES = 20_000;
const NO_NODE = -1;

type Direction = 'top-down' | 'bottom-up';

/** Where the time of lanes goes, by call stack: as a flame graph from either end, and as a table. */
export function StacksPanel() {
  const isShown = useShellState(({ panel }) => panel === 'stacks');
  const { choice, controls } = useEventScope('view', isShown);
  if (!isShown) return null;
  return choice ? <Stacks choice={choice} controls={controls} /> : <NoRegion controls={controls} />;
}

interface StacksProps {
  readonly choice: EventChoice;
  readonly controls: ReactNode;
}

function Stacks({ choice, controls }: StacksProps) {
  const answer = useAnswer('timeline.stacks', { ...choice, mostNodes: MOST_NODES });
  return (
    <div className="table-panel">
      <div className="panel-toolbar">{controls}</div>
      {answer.value ? (
        <StackViews tree={answer.value} />
      ) : answer.error !== undefined ? (
        <FailedAnswer answer={answer} size="panel" />
      ) : (
        <PanelReading />
      )}
    </div>
  );
}

function StackViews({ tree }: { readonly tree: StackTree }) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<StackOrder>('heavy');
  const [direction, setDirection] = useState<Direction>('top-down');
  const [highlight, setHighlight] = useState('');
  const drawn = useMemo(() => (direction === 'top-down' ? tree : bottomUp(tree)), [tree, direction]);
  // Another tree has other nodes.
  const [zoom, setZoom] = useState<{ readonly tree: unknown; readonly node: number }>({ tree: drawn, node: NO_NODE });
  const zoomed = zoom.tree === drawn ? zoom.node : NO_NODE;
  const onZoom = (node: number) => setZoom({ tree: drawn, node });
  return (
    <div className="stacks-views">
      <div className="stacks-drawn">
        <div className="panel-toolbar">
          <Segmented<Direction>
            label={t('stacks.direction')}
            value={direction}
            options={[
              { value: 'top-down', label: t('stacks.topDown') },
              { value: 'bottom-up', label: t('stacks.functions') },
            ]}
            onChange={setDirection}
          />
          <Segmented<StackOrder>
            label={t('stacks.order')}
            value={order}
            options={[
              { value: 'heavy', label: t('stacks.heavy'), title: t('stacks.heavyTitle') },
              { value: 'time', label: t('stacks.time'), title: t('stacks.timeTitle') },
            ]}
            onChange={setOrder}
          />
          <input
            type="search"
            className="text-field stacks-find"
            placeholder={t('stacks.find')}
            aria-label={t('stacks.find')}
            value={highlight}
            onChange={(event) => setHighlight(event.target.value)}
          />
          {zoomed >= 0 && <IconButton label={t('stacks.whole')} icon={ZoomOut} onClick={() => onZoom(NO_NODE)} />}
          <span className="toolbar-text">
            {t('stacks.counts', { count: tree.sliceCount, n: formatCount(tree.sliceCount) })}
            {tree.cutCount > 0 && ` · ${t('stacks.cut', { count: tree.cutCount, n: formatCount(tree.cutCount) })}`}
          </span>
        </div>
        <FlameGraph tree={drawn} order={order} highlight={highlight} zoomed={zoomed} onZoom={onZoom} />
      </div>
      <FunctionTable tree={tree} onName={setHighlight} />
    </div>
  );
}
