import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { CommandRegistryContext } from '../base/commands';
import { useTheme } from '../base/theme/useTheme';
import { groupTitle } from '../session/laneTitles';
import { useSession } from '../session/useSession';
import { timelineCommands } from './keys';
import { metrics } from './metrics';
import { PresetMenu } from './PresetMenu';
import { TimelineController } from './TimelineController';
import { TitlesColumn } from './TitlesColumn';
import './timeline.css';

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
  const [width, setWidth] = useState<number>(titlesWidth.initial);
  // Read when the controller is made; later changes of these reach it through its setters.
  const latest = useRef({ theme, t });
  latest.current = { theme, t };

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
      wantedBackend: address.get('backend') ?? undefined,
      isMeasured: address.has('measure'),
    });
    setController(made);
    return () => {
      setController(undefined);
      made.dispose();
    };
  }, [session]);

  useEffect(() => controller?.setTheme(theme), [controller, theme]);
  useEffect(() => controller?.setTranslate((key, values) => t(key, { ...values })), [controller, t]);
  useEffect(() => {
    if (controller === undefined || commands === undefined) return;
    return commands.register(...timelineCommands({ navigation: controller.navigation, session }));
  }, [controller, commands, session]);

  return (
    <section
      className="timeline"
      aria-label={t('timeline.label')}
      style={{ gridTemplateColumns: `${width}px 1fr 12px` }}
    >
      <div className="timeline-side" ref={side} style={{ paddingTop: metrics.rulerHeight }}>
        <div className="timeline-side-scroll" ref={titles}>
          {controller ? <TitlesColumn controller={controller} /> : null}
        </div>
        <div className="timeline-corner" style={{ height: metrics.rulerHeight }}>
          {controller ? <TopPlace controller={controller} /> : null}
          <PresetMenu />
        </div>
        <WidthHandle width={width} onChange={setWidth} label={t('timeline.resizeTitles')} />
      </div>
      <section
        ref={area}
        className="timeline-area"
        id="timeline-area"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing takes keys and has its own commands
        tabIndex={0}
        aria-label={t('timeline.areaLabel')}
      >
        <output ref={hint} className="timeline-hint" hidden />
        <div ref={tooltip} className="timeline-tooltip" role="tooltip" hidden />
      </section>
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
    </section>
  );
}

/** Rank and group of the topmost row, when their own titles have scrolled away. */
function TopPlace({ controller }: { readonly controller: TimelineController }) {
  const { model, topRow } = useStore(controller.rows);
  const { t } = useTranslation();
  const row = model.rows.at(topRow);
  if (row === undefined || row.kind === 'rank') return null;
  return <span>{row.kind === 'group' ? row.rank.label : `${row.rank.label} › ${groupTitle(row.group, t)}`}</span>;
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
