import { buildInferenceStep } from '../model/inferenceStep';
import type { StepProgram } from '../model/program';
import { buildTrainingStep } from '../model/trainingStep';
import { phaseAt, phasesOf } from '../model/workload';
import type { DemoPlan, ModelShape } from '../options';
import { firstStep } from '../options';

/** The steps of every pipeline stage; made once, gone through often. */
export class Programs {
  private readonly byPhase: ReadonlyMap<string, readonly StepProgram[]>;

  constructor(
    private readonly plan: DemoPlan,
    shape: ModelShape,
  ) {
    const { moe, inference, layout } = plan;
    const { sizes } = layout;
    this.byPhase = new Map(
      phasesOf(inference).map((phase) => [
        phase,
        Array.from({ length: sizes.pipeline }, (_, stage) =>
          phase === 'training'
            ? buildTrainingStep(stage, sizes, shape, moe)
            : buildInferenceStep(phase, stage, sizes, shape, moe),
        ),
      ]),
    );
  }

  at(stage: number, step: number): StepProgram {
    return this.byPhase.get(phaseAt(step - firstStep, this.plan.inference))![stage]!;
  }
}
