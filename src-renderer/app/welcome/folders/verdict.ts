/** What a survey says, in few words. Pure but for the words. */
import type { TFunction } from 'i18next';
import type { FolderEntry, Notice, Survey } from '../../../../src-contract';
import { formatBytes, formatCount } from '../../../base/format';

/** There is something that can be opened. */
export function isOpenable({ rankCount, summaryCount }: Survey): boolean {
  return rankCount > 0 || summaryCount > 0;
}

/** All of it is one job, one rank or one summary, and is meant to be opened together. */
export function isOneDump(survey: Survey): boolean {
  const hasDoubles = survey.notices.some(({ code }) => code === 'duplicate-rank');
  return isOpenable(survey) && survey.jobs.length === 0 && !hasDoubles && !survey.isCut;
}

/** "Job · 8 ranks · 119 MB · timelines and tables"; '' where there is nothing to open. */
export function verdictText(t: TFunction, survey: Survey): string {
  if (!isOpenable(survey)) return '';
  const { rankCount, textCount, databaseCount, tableCount, summaryCount, sizeBytes, jobs } = survey;
  const holds = [
    textCount > 0 && t('folders.holds.timelines', { count: textCount }),
    databaseCount > 0 && t('folders.holds.databases', { count: databaseCount }),
    tableCount > 0 && t('folders.holds.tables', { count: tableCount }),
    summaryCount > 0 && rankCount > 0 && t('folders.holds.summary'),
  ].filter((word) => word !== false);
  return [
    kindText(t, survey),
    rankCount > 1 && ranksText(t, survey),
    formatBytes(sizeBytes),
    jobs.length > 0 && t('folders.jobs', { count: jobs.length }),
    new Intl.ListFormat(t('folders.listLocale'), { type: 'conjunction' }).format(holds),
  ]
    .filter((part) => part !== false && part !== '')
    .join(' · ');
}

function kindText(t: TFunction, survey: Survey): string {
  if (survey.rankCount === 0) return t('folders.kind.summary');
  if (survey.rankCount === 1) return t('folders.kind.rank');
  return isOneDump(survey) || survey.isCut ? t('folders.kind.job') : t('folders.kind.several');
}

/** "8 ranks", "200+ ranks" where there may be more. */
export function ranksText(t: TFunction, { rankCount, isCut }: Pick<Survey, 'rankCount' | 'isCut'>): string {
  return t('folders.ranks', { count: rankCount, n: formatCount(rankCount) + (isCut ? '+' : '') });
}

/** The label of the button that opens the folder. */
export function openText(t: TFunction, survey: Survey): string {
  const ranks = ranksText(t, survey);
  if (survey.rankCount === 0) return t('folders.openSummary');
  if (survey.rankCount === 1) return t('folders.openRank');
  return isOneDump(survey) ? t('folders.openJob', { ranks }) : t('folders.openAll', { ranks });
}

/** Why there is nothing to open, or what to know before opening: the worst first. */
export function verdictNotice(survey: Survey): Notice | undefined {
  const order = { error: 0, warning: 1, info: 2 } as const;
  return survey.notices
    .filter(({ severity, code }) => severity !== 'info' && code !== 'no-dump-found')
    .sort((a, b) => order[a.severity] - order[b.severity])[0];
}

/** The badge of a folder; '' where nothing is known to be in it. */
export function badgeText(t: TFunction, survey: Survey): string {
  const { rankCount, databaseCount, textCount, summaryCount, notices } = survey;
  const isDatabase = databaseCount > 0 && textCount === 0;
  if (rankCount > 0) return [ranksText(t, survey), isDatabase && t('folders.db')].filter(Boolean).join(' · ');
  if (summaryCount > 0) return t('folders.summary');
  return notices.some(({ code }) => code.startsWith('raw-data')) ? t('folders.raw') : '';
}

/** The badge of a file whose name says what it is. */
export function fileBadge(t: TFunction, { name, isDump }: FolderEntry): string {
  if (!isDump) return '';
  if (/\.(db|sqlite3?)$/i.test(name)) return t('folders.db');
  return /\.csv$/i.test(name) ? t('folders.table') : t('folders.trace');
}
