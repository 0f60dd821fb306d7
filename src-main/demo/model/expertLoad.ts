import type { MoeOptions } from '../options';
import { expertIndexOf, type ParallelSizes } from '../parallel';
import { hash2, hashShare } from '../random';

/** How much hotter than others an expert can be, as an exponent, at an imbalance of 1. */
const hottest = 1.9;
/** How far an expert's popularity moves from step to step. */
const stepSpread = 0.06;

/** Tokens of one layer's router in one micro-batch, as the members of one expert-parallel group get them. */
export interface LayerLoad {
  /** By expert. They sum to top-k tokens for each token of each member. */
  readonly tokens: readonly number[];
  /** By member of the group: its part of all tokens. Sums to 1. */
  readonly shares: readonly number[];
}

/**
 * Where the tokens of a mixture of experts go. An expert's popularity is drawn once for each layer, log-uniform, and
 * moves a little from step to step: what is hot stays hot, as in a trained router.
 */
export class ExpertLoad {
  private step = Number.NaN;
  private readonly ofStep = new Map<string, LayerLoad>();

  constructor(
    private readonly moe: Required<MoeOptions>,
    private readonly sizes: ParallelSizes,
    private readonly seed: number,
  ) {}

  get expertsPerRank(): number {
    return this.moe.experts / this.sizes.expert;
  }

  /** Number of the rank's first expert. */
  firstExpertOf(rank: number): number {
    return expertIndexOf(rank, this.sizes) * this.expertsPerRank;
  }

  /** `tokens`: of one rank in one micro-batch, before routing. */
  of(step: number, layer: number, rank: number, tokens: number): LayerLoad {
    if (step !== this.step) {
      this.step = step;
      this.ofStep.clear();
    }
    // The tensor-parallel parts of a rank work on the same tokens.
    const replica = Math.floor(rank / this.sizes.tensor);
    const group = replica - expertIndexOf(rank, this.sizes);
    const key = `${layer}/${group}/${tokens}`;
    let load = this.ofStep.get(key);
    if (load === undefined) {
      load = this.draw(step, layer, group, tokens);
      this.ofStep.set(key, load);
    }
    return load;
  }

  /** Tokens for the experts of one rank in one micro-batch. */
  tokensOf(step: number, layer: number, rank: number, tokens: number): number {
    const { tokens: byExpert } = this.of(step, layer, rank, tokens);
    const first = this.firstExpertOf(rank);
    return byExpert.slice(first, first + this.expertsPerRank).reduce((sum, each) => sum + each, 0);
  }

  private draw(step: number, layer: number, group: number, tokensOfRank: number): LayerLoad {
    const { experts, topK, imbalance } = this.moe;
    const total = tokensOfRank * topK * this.sizes.expert;
    const popularity = Array.from({ length: experts }, (_, expert) => {
      const lasting = 2 * hashShare(hash2(this.seed, layer), expert) - 1;
      const passing = 2 * hashShare(hash2(step, group), hash2(layer, expert)) - 1;
      return Math.exp(imbalance * (hottest * lasting + stepSpread * passing));
    });
    const sum = popularity.reduce((all, each) => all + each, 0);
    const tokens = popularity.map((each) => Math.floor((total * each) / sum));
    // What rounding leaves goes to the experts in turn.
    const left = total - tokens.reduce((all, each) => all + each, 0);
    for (let i = 0; i < left; i++) tokens[i % experts] = tokens[i % experts]! + 1;
    const perRank = this.expertsPerRank;
    const shares = Array.from({ length: this.sizes.expert }, (_, member) => {
      const own = tokens.slice(member * perRank, (member + 1) * perRank);
      return own.reduce((all, each) => all + each, 0) / total;
    });
    return { tokens, shares };
  }
}
