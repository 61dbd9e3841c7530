/** Fitted on 1,280 readings that use every word (bench/README.md); one weight per feature, in order. */
export const WEIGHTS: { readonly fitted: string; readonly weights: readonly number[] } = {
  fitted: '2026-11-27',
  weights: [
    2.848, // constant
    -2.743, // poorest link
    -2.299, // behind the best
    -0.536, // close rivals
    0.394, // one value
  ],
}
