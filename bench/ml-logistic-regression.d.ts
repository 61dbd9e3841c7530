/** The used part of the library, which comes without types. */
declare module 'ml-logistic-regression' {
  import type { Matrix } from 'ml-matrix'

  class LogisticRegression {
    constructor(options: { readonly numSteps: number; readonly learningRate: number })
    /** One per class: the probability of any other class. */
    readonly classifiers: readonly { readonly weights: Matrix }[]
    train(features: Matrix, classes: Matrix): void
  }
  export default LogisticRegression
}
