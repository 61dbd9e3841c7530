/**
 * Fitted by `bench/fit-reader.ts` on questions of the demo (`--quick` for the grammar's) and of 16 databases without a
 * glossary; one weight for each feature, in their order.
 */
export const WEIGHTS: {
  readonly fitted: string
  readonly grammar: readonly number[]
  readonly other: readonly number[]
} = {
  fitted: '2026-11-22',
  grammar: [
    1.948, -2.149, -0.448, -1.22, -0.147, -3.267, -0.737, -0.699, -1.318, -0.399, -2.028, -0.614, 0.0, 1.048, 0.0,
    -2.786,
  ],
  other: [4.0403, 0.2746, -0.1263, 0.0608, 0.0, 0.0, -0.1034, -0.0459, 0.0],
}
