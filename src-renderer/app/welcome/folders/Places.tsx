import { Clock, HardDrive, type LucideIcon, Star } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PathText } from '../../../ui/PathText';
import { useApp } from '../../useApp';
import { lastPart } from './crumbs';
import { tellingParts } from './tellingParts';

interface PlacesProps {
  readonly current: string | undefined;
  readonly favourites: readonly string[];
  readonly onVisit: (path: string) => void;
}

/** Where to begin: roots, favourites, the folders of recent dumps. */
export function Places({ current, favourites, onVisit }: PlacesProps) {
  const { t } = useTranslation();
  const roots = useApp((state) => state.host?.roots ?? noRoots);
  const recent = useApp((state) => state.recentDumps);
  const recentPaths = [...new Set(recent.filter(({ exists }) => exists).map(({ paths }) => paths[0]))];
  const shared = { current, onVisit };
  return (
    <nav className="places" aria-label={t('folders.places')}>
      <PlaceList title={t('folders.roots')} icon={HardDrive} paths={roots} isWhole {...shared} />
      <PlaceList title={t('folders.favourites')} icon={Star} paths={favourites} {...shared} />
      <PlaceList title={t('folders.recent')} icon={Clock} paths={recentPaths.slice(0, MOST_RECENT)} {...shared} />
    </nav>
  );
}

const noRoots: readonly string[] = [];
const MOST_RECENT = 8;

interface PlaceListProps extends Pick<PlacesProps, 'current' | 'onVisit'> {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly paths: readonly string[];
  /** Named by its whole path. */
  readonly isWhole?: boolean;
}

function PlaceList({ title, icon: Icon, paths, current, isWhole = false, onVisit }: PlaceListProps) {
  const tellings = useMemo(() => tellingParts(paths.map((path) => ({ name: lastPart(path), paths: [path] }))), [paths]);
  if (paths.length === 0) return null;
  return (
    <section>
      <h3 className="section-title">{title}</h3>
      <ul>
        {paths.map((path, at) => (
          <li key={path}>
            <button
              type="button"
              className="place"
              title={path}
              aria-current={path === current}
              onClick={() => onVisit(path)}
            >
              <Icon size={14} aria-hidden />
              {isWhole ? (
                <PathText path={path} />
              ) : (
                <span className="place-name">
                  <bdi>{lastPart(path)}</bdi>
                  {tellings[at] !== undefined && <bdi className="place-telling">{tellings[at]}</bdi>}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
