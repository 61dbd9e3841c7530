/** Fitted by `bench/fit-reader.ts` on 921 questions; one weight for each feature, in their order. */
export const WEIGHTS: { readonly fitted: string; readonly weights: readonly number[] } = {
  fitted: '2026-11-25',
  weights: [
    1.723, // constant
    -1.162, // unread words
    -0.026, // unread verbs
    -0.63, // unread words that change answers
    0.0, // unread small words
    -1.313, // poor links
    0.0, // poorest link
    0.0, // ties
    -0.759, // phrases without a place
    0.0, // things nobody asked for
    -0.968, // behind the best
    -0.195, // close rivals
    0.0, // text that no value is
    0.541, // one value
    -0.089, // corrected words
    -0.539, // far conditions
  ],
}
