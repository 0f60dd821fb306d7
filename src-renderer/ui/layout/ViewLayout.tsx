import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';

interface ViewFrameProps {
  readonly label: string;
  /** Choosers and buttons at the top; it wraps when the window is narrow. */
  readonly toolbar?: ReactNode;
  /** `scroll`: content as high as it needs to be; `fill` (default): exactly as high as the tab. */
  readonly content?: 'fill' | 'scroll';
  readonly children: ReactNode;
}

/** The frame of a tab. */
export function ViewFrame({ label, toolbar, content = 'fill', children }: ViewFrameProps) {
  return (
    <section className="view" aria-label={label}>
      {toolbar && <div className="view-toolbar">{toolbar}</div>}
      <div className={`view-content view-content-${content}`}>{children}</div>
    </section>
  );
}

/** Pushes what follows it in a toolbar to the right. */
export const ToolbarSpace = () => <span className="toolbar-space" />;

export interface SplitArea {
  readonly id: string;
  /** "40%" or "300px". */
  readonly defaultSize?: string;
  readonly minSize?: string;
  readonly content: ReactNode;
}

interface SplitProps {
  /** The sizes are kept under it. */
  readonly storageKey: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly areas: readonly SplitArea[];
  /** Of the handle between two areas, for those who hear the window. */
  readonly handleLabel: string;
}

/** Areas side by side or one below the other, with handles between them. Arrow keys move a handle. */
export function Split({ storageKey, direction, areas, handleLabel }: SplitProps) {
  const layout = useDefaultLayout({ id: `tracelane.${storageKey}`, panelIds: areas.map(({ id }) => id) });
  return (
    <Group
      orientation={direction}
      className="split"
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      {areas.map(({ id, defaultSize, minSize = '80px', content }, at) => (
        <Fragment key={id}>
          {at > 0 && (
            <Separator
              className={`separator separator-${direction === 'horizontal' ? 'vertical' : 'horizontal'}`}
              aria-label={handleLabel}
            />
          )}
          <Panel id={id} minSize={minSize} {...(defaultSize !== undefined && { defaultSize })}>
            {content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
