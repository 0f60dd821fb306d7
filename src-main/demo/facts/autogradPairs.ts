import type { StepRecords } from '../simulation/stepRecords';
import type { RankFacts } from './rankFacts';

/** An end of an arrow from a forward op to its backward op. */
export interface AutogradEnd {
  readonly launchRow: number;
  readonly isForward: boolean;
  /** The same for both ends, as is the launch that the arrow begins at. */
  readonly sequence: number;
  readonly forwardLaunchId: number;
}

/** The ends of a step's arrows by launch. Both ends of an arrow are there or none: the forward launch decides. */
export function* autogradEnds(facts: RankFacts, { launches, firstIds }: StepRecords): Generator<AutogradEnd> {
  const forwardLaunch = new Map<number, number>();
  for (let row = 0; row < launches.launch.length; row++) {
    const { autograd } = launches.launch[row]!;
    const sequence = launches.sequence[row]!;
    if (autograd === 'none' || sequence < 0) continue;
    if (autograd === 'forward') forwardLaunch.set(sequence, firstIds.launch + row);
    const launchId = forwardLaunch.get(sequence);
    if (launchId === undefined || !facts.hasFlows(launchId)) continue;
    yield { launchRow: row, isForward: autograd === 'forward', sequence, forwardLaunchId: launchId };
  }
}
