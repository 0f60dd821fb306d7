import { lazy, Suspense, startTransition, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, CommandRegistryContext } from '../base/commands';
import { formatCount } from '../base/format';
import { createKeptValue, type Stored, storageIfAllowed } from '../base/keptValue';
import { useTheme } from '../base/theme/useTheme';
import { useAnswer } from '../session/answers/useAnswer';
import { useSession, useSessionState } from '../session/answers/useSession';
import { MOST_CHOSEN } from '../session/choosing';
import { followPacking, type Packed } from '../session/followPacking';
import { groupTitle } from '../session/lanes/laneTitles';
import { ShellContext } from '../session/shell';
import { AfterFrames } from '../ui/AfterFrames';
import { ContextMenu } from '../ui/ContextMenu';
import { Gpu, GpuContext } from '../ui/lanes/backends/gpu';
import { takeFocus } from '../ui/takeFocus';
import { timelineCommands } from './keys';
import { LaneOffsetDialog } from './lanes/LaneOffsetDialog';
import { moveLane } from './lanes/merging';
import { markNaming } from './marks/MarksPanel';
import { Overview } from './overview/Overview';
import { LaneFileDialog } from './ownLanes/LaneFileDialog';
import { OwnLanesDialog } from './ownLanes/OwnLanesDialog';
import { metrics } from './rows/metrics';
import type { TimelineRow } from './rows/rows';
import { SelectionSaid } from './SelectionSaid';
import { savingCommands } from './saving/savingCommands';
import { TimelineController } from './TimelineController';
import { HeldTitle } from './titles/HeldTitle';
import { LaneFilterField } from './titles/LaneFilterField';
import { LanesMenu } from './titles/LanesMenu';
import { AreaMenu } from './titles/SliceMenu';
import { TitlesColumn } from './titles/TitlesColumn';
import './timeline.css';

const SaveTraceDialog = lazy(async () => ({ default: (await import('./saving/SaveTraceDialog')).SaveTraceDialog }));

const titlesWidth = { initial: 240, least: 120, most: 520, key: 16 } as const;

/** The timeline of one dump; fills its parent box. */
export function Timeline() {
  const session = useSession();
  const theme = useTheme();
  const { t } = useTranslation();
  const commands = useContext(CommandRegistryContext);
  const area = useRef<HTMLElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLDivElement>(null);
  const titles = useRef<HTMLDivElement>(null);
  const scrollTrack = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLOutputElement>(null);
  const [controller, setController] = useState<TimelineController>();
  const [column] = useState(() => createKeptValue(storageIfAllowed(), 'tracelane.lanes', readColumn));
  const { width, isShown } = useStore(column);
  const filterField = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState<{ row: TimelineRow | undefined; isSlice: boolean }>();
  const [isSaving, setIsSaving] = useState(false);
  const shell = useContext(ShellContext);
  const gpu = useContext(GpuContext);
  // Read when the controller is made; later changes of these reach it through its setters.
  const latest = useRef({ theme, t, commands, shell, gpu });
  latest.current = { theme, t, commands, shell, gpu };

  useEffect(() => {
    if (!area.current || !tooltip.current || !side.current || !titles.current) return;
    if (!scrollTrack.current || !hint.current) return;
    const address = new URLSearchParams(window.location.search);
    const made = new TimelineController({
      session,
      elements: {
        area: area.current,
        tooltip: tooltip.current,
        side: side.current,
        titles: titles.current,
        scrollTrack: scrollTrack.current,
        hint: hint.current,
      },
      theme: latest.current.theme,
      translate: (key, values) => latest.current.t(key, { ...values }),
      marksPanel: {
        showPanel: (isNamed) => {
          latest.current.commands?.run('panel.marks');
          if (isNamed) markNaming(session).setState({ isWanted: true });
        },
        sayFull: (most) => {
          const message = latest.current.t('marks.full', { most });
          latest.current.shell?.say({ code: 'marks-full', message, params: { most } });
        },
      },
      moveLane: (row, byNs) => moveLane(session, latest.current.shell, row, byNs),
      sayTooMany: (count) => {
        const values = { count, n: formatCount(count), most: formatCount(MOST_CHOSEN) };
        const message = latest.current.t('timeline.tooManySlices', values);
        latest.current.shell?.say({ code: 'too-many-slices', message, params: { count } });
      },
      openSlice: () => latest.current.commands?.run('panel.slice'),
      shell: () => latest.current.shell,
      wantedBackend: address.get('backend') ?? undefined,
      gpu: latest.current.gpu ?? new Gpu(area.current.ownerDocument),
      isMeasured: address.has('measure'),
    });
    startTransition(() => setController(made));
    return () => {
      setController(undefined);
      made.dispose();
    };
  }, [session]);

  useEffect(() => {
    const say = ({ lanes }: Packed) => {
      const message = latest.current.t('lanes.packed', { count: lanes, n: formatCount(lanes) });
      latest.current.shell?.say({ code: 'lanes-packed', message, params: {} });
    };
    return followPacking(session, say, (error) => latest.current.shell?.reportError(error));
  }, [session]);

  const hasFlows = useSessionState(({ shownFlows }) => shownFlows.size > 0);
  const nearVerticalNs = useAnswer('job.thresholds', hasFlows ? {} : undefined).value?.['walk.near-vertical'] ?? 0;
  useEffect(() => controller?.setNearVertical(nearVerticalNs), [controller, nearVerticalNs]);
  useEffect(() => controller?.setTheme(theme), [controller, theme]);
  useEffect(() => controller?.setTranslate((key, values) => t(key, { ...values })), [controller, t]);
  useEffect(() => {
    if (controller === undefined || commands === undefined) return;
    return commands.register(...timelineCommands(controller.target));
  }, [controller, commands]);
  useEffect(() => {
    if (controller === undefined || commands === undefined || shell === undefined) return;
    const title = () => session.store.getState().dump.title;
    const saving = { title, picture: () => controller.picture(), shell, askTrace: () => setIsSaving(true) };
    return commands.register(...savingCommands(saving));
  }, [controller, commands, session, shell]);
  useEffect(() => {
    const filter = () => {
      flushSync(() => column.setState({ isShown: true }));
      takeFocus(() => filterField.current);
    };
    const toggle = () => column.setState((state) => ({ isShown: !state.isShown }));
    return commands?.register(...columnCommands(filter, toggle));
  }, [commands, column]);

  return (
    <section
      className="timeline"
      aria-label={t('timeline.label')}
      style={{ gridTemplateColumns: `${isShown ? width : 0}px 1fr 12px` }}
    >
      <Overview />
      <SelectionSaid />
      <div className="timeline-side" ref={side} style={{ paddingTop: metrics.rulerHeight }} inert={!isShown}>
        <div className="timeline-side-scroll" ref={titles}>
          {controller ? (
            // Behind the first drawing, which says which rows there are: a frame is to wait for no rendering.
            <AfterFrames count={1}>
              <TitlesColumn controller={controller} />
            </AfterFrames>
          ) : null}
        </div>
        {controller ? <HeldTitle controller={controller} /> : null}
        <div className="timeline-corner" style={{ height: metrics.rulerHeight }}>
          {controller ? <FilterWithPlace controller={controller} field={filterField} area={area} /> : null}
          <LanesMenu />
        </div>
        <WidthHandle
          width={width}
          onChange={(to) => column.setState({ width: to })}
          label={t('timeline.resizeTitles')}
        />
      </div>
      <ContextMenu
        onOpenChange={(isOpen) => controller?.coverNote(isOpen)}
        trigger={
          <section
            ref={area}
            className="timeline-area"
            id="timeline-area"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing takes keys and has its own commands
            tabIndex={0}
            aria-label={t('timeline.areaLabel')}
            onContextMenu={(event) => {
              const met = controller?.menuTarget(event.clientX, event.clientY);
              setTarget(met);
              // Nothing to do with it: no menu, and not the browser's either.
              if (met === undefined) event.preventDefault();
            }}
          >
            <output ref={hint} className="timeline-hint" hidden />
            <div ref={tooltip} className="timeline-tooltip" role="tooltip" hidden />
          </section>
        }
      >
        {controller && target && <AreaMenu target={target} controller={controller} />}
      </ContextMenu>
      <div
        ref={scrollTrack}
        className="timeline-scroll"
        role="scrollbar"
        aria-label={t('timeline.scrollbar')}
        aria-controls="timeline-area"
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={0}
        aria-valuenow={0}
        tabIndex={-1}
        style={{ marginTop: metrics.rulerHeight }}
      />
      <LaneOffsetDialog />
      <LaneFileDialog />
      <OwnLanesDialog />
      {isSaving && (
        <Suspense>
          <SaveTraceDialog onClose={() => setIsSaving(false)} />
        </Suspense>
      )}
    </section>
  );
}

interface FilterWithPlaceProps {
  readonly controller: TimelineController;
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly area: React.RefObject<HTMLElement | null>;
}

/** Rank and group of the topmost row stand in the empty field, when their own titles have scrolled away. */
function FilterWithPlace({ controller, field, area }: FilterWithPlaceProps) {
  const { model, topRow } = useStore(controller.titles.rows);
  const { t } = useTranslation();
  const row = model.rows.at(topRow);
  return <LaneFilterField field={field} place={placeOf(row, t)} onLeave={() => area.current?.focus()} />;
}

function placeOf(row: TimelineRow | undefined, t: (key: string) => string): string {
  if (row === undefined || row.kind === 'rank' || row.kind === 'kind') return '';
  return row.kind === 'group' ? row.rank.label : `${row.rank.label} › ${groupTitle(row.group, t)}`;
}

interface Column {
  /** CSS pixels. */
  readonly width: number;
  readonly isShown: boolean;
}

function readColumn({ width, isShown }: Stored): Column {
  const isWidth = typeof width === 'number' && width >= titlesWidth.least && width <= titlesWidth.most;
  return { width: isWidth ? width : titlesWidth.initial, isShown: isShown !== false };
}

function columnCommands(filter: () => void, toggle: () => void): readonly Command[] {
  const common = { group: 'view', keysHandledBy: 'shell' } as const;
  return [
    {
      ...common,
      id: 'timeline.filterLanes',
      titleKey: 'timeline.command.filterLanes',
      keys: [{ code: 'KeyF', shift: true }],
      run: filter,
    },
    {
      ...common,
      id: 'timeline.toggleTitles',
      titleKey: 'timeline.command.toggleTitles',
      keys: [{ code: 'KeyB', ctrl: true }],
      run: toggle,
    },
  ];
}

interface WidthHandleProps {
  readonly width: number;
  readonly label: string;
  readonly onChange: (width: number) => void;
}

function WidthHandle({ width, label, onChange }: WidthHandleProps) {
  const resize = (wanted: number) => onChange(Math.max(titlesWidth.least, Math.min(titlesWidth.most, wanted)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved; hr cannot
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={titlesWidth.least}
      aria-valuemax={titlesWidth.most}
      aria-valuenow={width}
      tabIndex={0}
      className="timeline-width-handle"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(width + event.movementX);
      }}
      onDoubleClick={() => onChange(titlesWidth.initial)}
      onKeyDown={(event) => {
        if (event.code !== 'ArrowLeft' && event.code !== 'ArrowRight') return;
        event.preventDefault();
        resize(width + (event.code === 'ArrowLeft' ? -titlesWidth.key : titlesWidth.key));
      }}
    />
  );
}
