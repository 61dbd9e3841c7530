/** The operands of an accumulator: one expression, or an object of named ones; `constants` are not expressions. */
export interface Accumulator {
  readonly named?: readonly string[]
  readonly constants?: readonly string[]
  /** Whether it returns documents or lists. */
  readonly collects?: boolean
  /** Whether it is only for `$setWindowFields`. */
  readonly windowOnly?: boolean
}

const all = (names: string, accumulator: Accumulator = {}): readonly [string, Accumulator][] =>
  names.split(' ').map((name) => [name, accumulator])

export const ACCUMULATORS: ReadonlyMap<string, Accumulator> = new Map([
  ...all('$sum $avg $stdDevPop $stdDevSamp'),
  ...all('$count', { named: [] }),
  ...all('$min $max $first $last $push $addToSet $mergeObjects', { collects: true }),
  ...all('$firstN $lastN $maxN $minN', { named: ['input', 'n'], collects: true }),
  ...all('$top $bottom', { named: ['output'], constants: ['sortBy'], collects: true }),
  ...all('$topN $bottomN', { named: ['output', 'n'], constants: ['sortBy'], collects: true }),
  ...all('$median', { named: ['input'], constants: ['method'] }),
  ...all('$percentile', { named: ['input', 'p'], constants: ['method'] }),
  ...all('$rank $denseRank $documentNumber', { named: [], windowOnly: true }),
  ...all('$shift', { named: ['output', 'default'], constants: ['by'], collects: true, windowOnly: true }),
  ...all('$derivative $integral', { named: ['input'], constants: ['unit'], windowOnly: true }),
  ...all('$expMovingAvg', { named: ['input'], constants: ['N', 'alpha'], windowOnly: true }),
  ...all('$covariancePop $covarianceSamp $linearFill $locf', { windowOnly: true }),
])
