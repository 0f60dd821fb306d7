import { useTranslation } from 'react-i18next';
import type { Finding, OwnedGap } from '../../../src-contract';
import { partName } from '../../../src-report/splitParts';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { EvidenceText } from './EvidenceList';
import { showEvidence } from './showEvidence';

interface GapListProps {
  readonly finding: Finding;
  readonly gaps: readonly OwnedGap[];
}

/** A2: the longest gaps, and who kept the device waiting in each; one click from the timeline. */
export function GapList({ finding, gaps }: GapListProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  return (
    <ul className="finding-evidence">
      {gaps.map(({ owner, range }) => (
        <li key={`${owner} ${range.startNs}`}>
          <button
            type="button"
            className="link-button"
            onClick={() => showEvidence(session, shell, finding, [range]).catch(shell.reportError)}
          >
            <EvidenceText own={range} /> · {t(`findings.part.${partName(`free:${owner}`)}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
