/**
 * Asks one question at a time. While an answer is awaited only the newest further question is kept, so that moving the
 * view never piles up requests.
 */
export class LatestLoader<Q, A> {
  private isBusy = false;
  private pending: { readonly query: Q } | undefined;
  private isDisposed = false;

  constructor(
    private readonly ask: (query: Q) => Promise<A>,
    private readonly onAnswer: (query: Q, answer: A) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  request(query: Q): void {
    if (this.isDisposed) return;
    if (this.isBusy) this.pending = { query };
    else void this.run(query);
  }

  /** Forgets a question that has not been asked yet. */
  cancelPending(): void {
    this.pending = undefined;
  }

  dispose(): void {
    this.isDisposed = true;
    this.pending = undefined;
  }

  private async run(first: Q): Promise<void> {
    this.isBusy = true;
    let query = first;
    for (;;) {
      try {
        const answer = await this.ask(query);
        if (this.isDisposed) return;
        this.onAnswer(query, answer);
      } catch (error) {
        if (this.isDisposed) return;
        this.onError(error);
      }
      const next = this.pending;
      if (next === undefined) break;
      this.pending = undefined;
      query = next.query;
    }
    this.isBusy = false;
  }
}
