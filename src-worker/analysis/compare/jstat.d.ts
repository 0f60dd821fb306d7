/** What is used of it. */
declare module 'jstat' {
  const jstat: {
    readonly studentt: {
      /** Quantile of Student’s t distribution. */
      readonly inv: (probability: number, degreesOfFreedom: number) => number;
    };
  };
  export default jstat;
}
