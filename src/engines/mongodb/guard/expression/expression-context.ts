import type { Shape } from '../shape/shape.ts'

/** The context of an expression. */
export interface ExpressionContext {
  /** The shape of the input documents. */
  readonly root: Shape
  /** Variables that the draft has bound. */
  readonly variables: ReadonlyMap<string, Shape>
  /** Set if evaluation may fail for some documents. */
  readonly risk: Risk
  /** Whether the query is a text search, which provides a score. */
  readonly isTextSearch: boolean
  /** Product of the weights of enclosing lists, for whose members the expression is evaluated; default 1. */
  readonly rounds?: number
}

export interface Risk {
  mayFail: boolean
}

export const withVariable = (place: ExpressionContext, name: string, shape: Shape): ExpressionContext => ({
  ...place,
  variables: new Map(place.variables).set(name, shape),
})
