import { Maximize2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button';

interface ZoomResetProps {
  /** Where "show everything" is not what it does. */
  readonly label?: string;
  readonly onClick: () => void;
}

/** The tool of a chart that has been zoomed. */
export function ZoomReset({ label, onClick }: ZoomResetProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      className="chart-tool"
      iconSize={13}
      label={label ?? t('ui.chart.zoomReset')}
      icon={Maximize2}
      onClick={onClick}
    />
  );
}
