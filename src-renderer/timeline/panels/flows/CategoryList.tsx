import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../base/format';
import { useTheme } from '../../../base/theme/useTheme';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { flowCategoriesOf } from '../../../session/dumpSummary';
import { Checkbox } from '../../../ui/Checkbox';
import { flowCategoryNames, flowColour } from '../../flowColours';

/** Which kinds of arrows are drawn. Those of the selected slice always are. */
export function CategoryList() {
  const { t } = useTranslation();
  const session = useSession();
  const theme = useTheme();
  const ranks = useSessionState((state) => state.dump.ranks);
  const shown = useSessionState((state) => state.shownFlows);
  const categories = useMemo(() => flowCategoriesOf({ ranks }), [ranks]);
  const names = useMemo(() => flowCategoryNames(ranks), [ranks]);
  return (
    <div className="flows-panel">
      <p className="panel-hint">{t('flows.hint')}</p>
      <ul>
        {categories.map(({ name, linkCount, unpairedCount }) => (
          <li key={name} className="flow-row">
            <Checkbox
              isChecked={shown.has(name)}
              isDisabled={linkCount === 0}
              onChange={() => session.actions.toggleFlowCategory(name)}
            >
              <span
                className="flow-line"
                aria-hidden
                style={{ backgroundColor: flowColour(names, name, theme.timeline.flowColours) }}
              />
              <span className="flow-name">{name}</span>
            </Checkbox>
            <span className="number flow-count">
              {t('flows.arrows', { count: linkCount, n: formatCount(linkCount) })}
            </span>
            {unpairedCount > 0 && (
              <span className="number flow-unpaired" title={t('flows.unpairedTitle')}>
                {t('flows.unpaired', { count: unpairedCount, n: formatCount(unpairedCount) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
