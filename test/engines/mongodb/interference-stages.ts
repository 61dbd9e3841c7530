import type { Json } from '../../../src/platform/values/json.ts'
import type { ExpressionGrammar, Names } from './interference-expressions.ts'
import { NAMED_ACCUMULATORS, PLAIN_ACCUMULATORS, UNITS, WINDOW_ACCUMULATORS } from './interference-words.ts'

type Doc = { readonly [key: string]: Json }

/** Stages, and the known fields of their output. */
export interface Written {
  readonly stages: readonly Doc[]
  readonly fields: readonly string[]
}

/** Stages that read only their input, by name. */
export type Reshape = (fields: readonly string[]) => Written

/** Writers of the stages that read no other collection. */
export const reshaping = (of: ExpressionGrammar, depth: number): Readonly<Record<string, Reshape>> => {
  const { choose } = of
  const named = (fields: readonly string[]): Names => ({ fields, variables: [] })
  const expression = (fields: readonly string[]): Json => of.expression(named(fields), depth)
  const field = (fields: readonly string[]): string => fieldOf(of, fields)
  const kept = (fields: readonly string[]): readonly string[] => fields.filter((name) => name !== '_id')
  const sortBy = (fields: readonly string[]): Doc => ({ [field(fields)]: choose([1, -1]) })
  const accumulated = (fields: readonly string[]): Json => accumulator(of, named(fields), depth)
  const added =
    (stage: '$addFields' | '$set'): Reshape =>
    (fields) => ({ stages: [{ [stage]: { extra: expression(fields) } }], fields: [...fields, 'extra'] })
  const replaced = (fields: readonly string[]): readonly [Json, readonly string[]] =>
    choose<() => readonly [Json, readonly string[]]>([
      () => [{ extra: expression(fields) }, ['extra']],
      () => [{ $mergeObjects: ['$$ROOT', { extra: expression(fields) }] }, [...fields, 'extra']],
      () => [of.operator(named(fields), depth), []],
    ])()
  /** The documents that remain must not depend on row order. */
  const ordered = (fields: readonly string[], stage: Doc): readonly Doc[] =>
    fields.includes('_id') ? [{ $sort: { _id: 1 } }, stage] : [{ $limit: 100_000 }]
  return {
    $addFields: added('$addFields'),
    $set: added('$set'),
    $bucket: (fields) => ({
      stages: [
        {
          $bucket: {
            groupBy: expression(fields),
            boundaries: choose<Json>([
              [0, 1000, 2000],
              ['a', 'm', 'z'],
              [0, 10],
            ]),
            ...(choose([true, true, false]) ? { default: 'other' } : {}),
            ...(choose([true, false]) ? { output: { extra: accumulated(fields) } } : {}),
          },
        },
      ],
      fields: ['_id'],
    }),
    $bucketAuto: (fields) => ({
      stages: [
        {
          $bucketAuto: {
            groupBy: expression(fields),
            buckets: choose([1, 3]),
            ...(choose([true, false]) ? { granularity: 'R5' } : {}),
            ...(choose([true, false]) ? { output: { extra: accumulated(fields) } } : {}),
          },
        },
      ],
      fields: ['_id'],
    }),
    $count: () => ({ stages: [{ $count: 'n' }], fields: ['n'] }),
    $densify: (fields) => ({
      stages: [
        {
          $densify: {
            field: field(fields),
            range: choose<Json>([
              { step: 1000, bounds: [0, 3000] },
              { step: 1, unit: choose(UNITS), bounds: 'full' },
            ]),
          },
        },
      ],
      fields,
    }),
    $fill: (fields) => ({
      stages: [
        {
          $fill: {
            sortBy: sortBy(fields),
            output: {
              [field(fields)]: choose<() => Json>([
                ...([() => ({ value: expression(fields) }), () => ({ method: 'locf' })] as const),
                () => ({ method: 'linear' }),
              ])(),
            },
          },
        },
      ],
      fields,
    }),
    $group: (fields) => ({
      stages: [{ $group: { _id: expression(fields), extra: accumulated(fields), more: accumulated(fields) } }],
      fields: ['_id', 'extra', 'more'],
    }),
    $limit: (fields) => ({ stages: ordered(fields, { $limit: choose([1, 5, 100]) }), fields }),
    $project: (fields) =>
      choose<() => Written>([
        () => ({ stages: [{ $project: { extra: expression(fields) } }], fields: ['_id', 'extra'] }),
        () => ({ stages: [{ $project: { [field(fields)]: 1, _id: 1 } }], fields: fields.length === 0 ? [] : ['_id'] }),
        () => ({ stages: [{ $project: { [field(fields)]: 0 } }], fields: [] }),
      ])(),
    $redact: (fields) => ({
      stages: [{ $redact: { $cond: [expression(fields), choose(['$$KEEP', '$$DESCEND']), '$$PRUNE'] } }],
      fields,
    }),
    $replaceRoot: (fields) => {
      const [newRoot, left] = replaced(fields)
      return { stages: [{ $replaceRoot: { newRoot } }], fields: left }
    },
    $replaceWith: (fields) => {
      const [newRoot, left] = replaced(fields)
      return { stages: [{ $replaceWith: newRoot }], fields: left }
    },
    // A sample of this size contains all documents.
    $sample: (fields) => ({ stages: [{ $sample: { size: 100_000 } }], fields }),
    $setWindowFields: (fields) => ({
      stages: [
        {
          $setWindowFields: {
            ...(choose([true, false]) ? { partitionBy: expression(fields) } : {}),
            sortBy: sortBy(fields),
            output: {
              extra: {
                ...windowed(of, named(fields), depth),
                ...(choose([true, false])
                  ? { window: choose<Json>([{ documents: ['unbounded', 'current'] }, { range: [-10, 10] }]) }
                  : {}),
              },
            },
          },
        },
      ],
      fields: [...fields, 'extra'],
    }),
    $skip: (fields) => ({ stages: ordered(fields, { $skip: choose([0, 1, 5]) }), fields }),
    $sort: (fields) => ({ stages: [{ $sort: { ...sortBy(fields), [field(fields)]: 1 } }], fields }),
    $sortByCount: (fields) => ({ stages: [{ $sortByCount: expression(fields) }], fields: ['_id', 'count'] }),
    $unset: (fields) => {
      const gone = field(kept(fields))
      return kept(fields).length === 0
        ? { stages: [], fields }
        : { stages: [{ $unset: gone }], fields: fields.filter((name) => name !== gone) }
    },
    $unwind: (fields) => ({
      stages: [
        {
          $unwind: choose<Json>([
            `$${field(fields)}`,
            { path: `$${field(fields)}`, includeArrayIndex: 'at', preserveNullAndEmptyArrays: choose([true, false]) },
          ]),
        },
      ],
      fields,
    }),
  }
}

/** A known field, or `_id` if none is known. */
export const fieldOf = ({ choose }: ExpressionGrammar, fields: readonly string[]): string => {
  const [first, ...more] = fields
  return first === undefined ? '_id' : choose([first, ...more])
}

const accumulator = (of: ExpressionGrammar, names: Names, depth: number): Doc =>
  of.choose([true, true, false])
    ? { [of.choose(PLAIN_ACCUMULATORS)]: of.expression(names, depth) }
    : namedAccumulator(of, of.choose(NAMED_ACCUMULATORS), names, depth)

const namedAccumulator = (of: ExpressionGrammar, name: string, names: Names, depth: number): Doc => {
  const some = (): Json => of.expression(names, depth)
  const n = of.choose<Json>([1, 2, 0, 'a'])
  const sortBy = { [fieldOf(of, names.fields)]: of.choose([1, -1]) }
  switch (name) {
    case '$count':
      return { $count: {} }
    case '$top':
    case '$bottom':
      return { [name]: { output: some(), sortBy } }
    case '$topN':
    case '$bottomN':
      return { [name]: { output: some(), n, sortBy } }
    case '$median':
      return { $median: { input: some(), method: 'approximate' } }
    case '$percentile':
      return { $percentile: { input: some(), p: [0.5, 0.9], method: 'approximate' } }
    default:
      return { [name]: { input: some(), n } }
  }
}

const windowed = (of: ExpressionGrammar, names: Names, depth: number): Doc => {
  if (of.choose([true, false])) return accumulator(of, names, depth)
  const name = of.choose(WINDOW_ACCUMULATORS)
  const some = (): Json => of.expression(names, depth)
  switch (name) {
    case '$rank':
    case '$denseRank':
    case '$documentNumber':
      return { [name]: {} }
    case '$shift':
      return { $shift: { output: some(), by: of.choose([1, -1]), default: of.constant() } }
    case '$derivative':
    case '$integral':
      return { [name]: { input: some(), unit: of.choose(UNITS) } }
    case '$expMovingAvg':
      return { $expMovingAvg: { input: some(), ...of.choose<Doc>([{ N: 2 }, { alpha: 0.5 }]) } }
    case '$covariancePop':
    case '$covarianceSamp':
      return { [name]: [some(), some()] }
    default:
      return { [name]: some() }
  }
}
