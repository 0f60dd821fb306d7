import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { crumbsOf, isWithin } from './crumbs';

interface BreadcrumbsProps {
  readonly path: string;
  /** Folders above these can't be shown. */
  readonly roots: readonly string[];
  readonly onVisit: (path: string) => void;
}

/** The folder that is shown, with those above it. */
export function Breadcrumbs({ path, roots, onVisit }: BreadcrumbsProps) {
  const { t } = useTranslation();
  const crumbs = crumbsOf(path);
  return (
    <nav className="breadcrumbs" aria-label={t('folders.crumbs')}>
      {crumbs.map((crumb, index) => {
        const isLast = index === crumbs.length - 1;
        return (
          <Fragment key={crumb.path}>
            {index > 1 && <ChevronRight size={12} aria-hidden />}
            <button
              type="button"
              className="crumb"
              title={crumb.path}
              aria-current={isLast ? 'location' : undefined}
              disabled={!isWithin(crumb.path, roots)}
              onClick={() => onVisit(crumb.path)}
            >
              {crumb.name}
            </button>
          </Fragment>
        );
      })}
    </nav>
  );
}
