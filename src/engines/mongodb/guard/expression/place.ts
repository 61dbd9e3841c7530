import type { Shape } from '../shape/shape.ts'

/** Where an expression stands: what it may name, and who wants to know what it may do. */
export interface Place {
  /** The documents that come in. */
  readonly root: Shape
  /** Variables that a draft bound itself. */
  readonly variables: ReadonlyMap<string, Shape>
  /** Told of whatever may fail at some documents and not at others. */
  readonly risk: Risk
  /** Whether texts are searched for in this query, so that a score is there. */
  readonly isTextSearch: boolean
  /** What the lists weigh, multiplied, for whose members an expression is computed each time; 1 unless said otherwise. */
  readonly rounds?: number
}

export interface Risk {
  mayFail: boolean
}

export const withVariable = (place: Place, name: string, shape: Shape): Place => ({
  ...place,
  variables: new Map(place.variables).set(name, shape),
})
