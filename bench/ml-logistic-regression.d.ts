/** The part of the library that is used here; it comes without types. */
declare module 'ml-logistic-regression' {
  import type { Matrix } from 'ml-matrix'

  class LogisticRegression {
    constructor(options: { readonly numSteps: number; readonly learningRate: number })
    /** One for each class: how likely it is another one. */
    readonly classifiers: readonly { readonly weights: Matrix }[]
    train(features: Matrix, classes: Matrix): void
  }
  export default LogisticRegression
}
