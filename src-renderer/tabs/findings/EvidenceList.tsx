import { useTranslation } from 'react-i18next';
import type { Finding, FindingEvidence, RankState } from '../../../src-contract';
import { formatDuration, formatTime } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { showEvidence } from './showEvidence';

/** Each event and stretch that proves it, one click from the timeline. */
export function EvidenceList({ finding }: { readonly finding: Finding }) {
  const session = useSession();
  const shell = useShell();
  return (
    <ul className="finding-evidence">
      {finding.evidence.map((own) => (
        <li key={`${own.kind} ${own.startNs} ${own.kind === 'slice' ? own.ref.slice : own.endNs}`}>
          <button
            type="button"
            className="link-button"
            onClick={() => showEvidence(session, shell, finding, [own]).catch(shell.reportError)}
          >
            <EvidenceText own={own} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Where it is, and how long. */
export function EvidenceText({ own }: { readonly own: FindingEvidence }) {
  const { t } = useTranslation();
  const rank = useSessionState(({ dump }) => dump.ranks[own.kind === 'slice' ? own.ref.rank : own.rank]);
  const label = rank?.label ?? '';
  if (own.kind === 'range')
    return t(own.step === undefined ? 'findings.gap' : 'findings.shownStep', {
      rank: label,
      step: own.step,
      duration: formatDuration(own.endNs - own.startNs),
      start: formatTime(own.startNs, 1000),
    });
  const lane = rank && laneName(rank, own.lane);
  const place = [label, lane].filter(Boolean).join(' › ');
  return `${place} › ${own.name} · ${formatDuration(own.durationNs)}`;
}

function laneName({ groups }: RankState, id: number): string | undefined {
  for (const { lanes } of groups) for (const lane of lanes) if (lane.id === id) return lane.name;
  return undefined;
}
