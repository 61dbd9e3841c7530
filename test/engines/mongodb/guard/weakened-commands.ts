import type { Doc } from './shop.ts'

export interface Weakened {
  readonly how: string
  readonly statement: string
}

type Change = readonly [how: string, changed: unknown]

const isDoc = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value)
const has = (value: unknown, key: string): value is Doc => isDoc(value) && Object.hasOwn(value, key)
const mentions = (value: unknown, word: string): boolean => JSON.stringify(value).includes(word)

/** Variants of a guarded statement, each with one part of its restriction weakened or removed. */
export const weakened = (statement: string): readonly Weakened[] =>
  [...changesOf(JSON.parse(statement))].map(([how, changed]) => ({ how, statement: JSON.stringify(changed) }))

/** Every change of one value at any depth. */
function* changesOf(value: unknown): Generator<Change> {
  yield* ownChanges(value)
  if (Array.isArray(value))
    for (const [index, one] of value.entries())
      for (const [how, changed] of changesOf(one)) yield [how, value.with(index, changed)]
  else if (isDoc(value))
    for (const [name, one] of Object.entries(value))
      for (const [how, changed] of changesOf(one)) yield [how, { ...value, [name]: changed }]
}

function* ownChanges(value: unknown): Generator<Change> {
  if (Array.isArray(value)) yield* listChanges(value)
  if (!isDoc(value)) return
  if (has(value, '$bound')) {
    yield ['is a constant', 1]
    yield ['is another value', { ...value, $bound: Number(value.$bound) + 1 }]
    yield ['is of another type', { ...value, as: value.as === 'string' ? 'number' : 'string' }]
    yield ['is of no type', { $bound: value.$bound }]
  }
  yield* comparisonChanges(value)
  yield* stageChanges(value)
  if (value.op === 'find') {
    yield ['no filter', { ...value, filter: {} }]
    yield ['one filter of two', { ...value, filter: { $or: [value.filter, {}] } }]
    yield ['no limit', { ...value, limit: undefined }]
    yield ['a large limit', { ...value, limit: 1e9 }]
    yield ['another option', { ...value, collation: { locale: 'en', strength: 1 } }]
  }
  if (value.op === 'aggregate' && Array.isArray(value.pipeline)) {
    yield ['no limit', { ...value, pipeline: value.pipeline.slice(0, -1) }]
    yield ['a large limit', { ...value, pipeline: [...value.pipeline.slice(0, -1), { $limit: 1e9 }] }]
    for (const [how, stage] of HOSTILE) {
      const at = value.pipeline.length - 1
      yield [how, { ...value, pipeline: value.pipeline.toSpliced(at, 0, stage) }]
    }
    yield ['another collection', { ...value, collection: 'vault' }]
  }
}

const HOSTILE: readonly Change[] = [
  ['writes', { $out: 'stolen' }],
  ['merges', { $merge: 'stolen' }],
  ['a whole union', { $unionWith: 'orders' }],
  ['a union without its head', { $unionWith: { coll: 'orders', pipeline: [] } }],
  ['a lookup without its head', { $lookup: { from: 'orders', pipeline: [], as: 'x' } }],
  ['a lookup by fields', { $lookup: { from: 'orders', localField: '_id', foreignField: '_id', as: 'x' } }],
  ['a denied lookup', { $lookup: { from: 'vault', pipeline: [], as: 'x' } }],
  ['runs code', { $match: { $where: 'true' } }],
  ['runs code in an expression', { $project: { x: { $function: {} } } }],
  ['a variable of the server', { $project: { x: '$$USER_ROLES' } }],
  ['a placeholder of its own', { $match: { tenant_id: { $bound: 0, as: 'number' } } }],
  ['statistics', { $collStats: {} }],
]

/** Changes of the condition that a field has a value and is not a list. */
function* comparisonChanges(value: Doc): Generator<Change> {
  const { $not, ...comparison } = value
  if (!mentions($not ?? 0, '"array"')) return
  yield ['may be a list', comparison]
  yield ['is anything', { $not }]
  yield ['exists', { $exists: true, $not }]
  if (has(value, '$eq')) {
    yield ['lets more in', { $gte: value.$eq, $not }]
    yield ['is turned round', { $ne: value.$eq, $not }]
    yield ['or none', { $in: [null, value.$eq], $not }]
  }
  if (has(value, '$in')) yield ['is turned round', { $nin: value.$in, $not }]
}

function* stageChanges(value: Doc): Generator<Change> {
  const { $match, $lookup, $graphLookup, $unionWith, $project } = value
  if ($match !== undefined && mentions($match, '$bound')) {
    yield ['one filter of two', { $match: { $or: [$match, {}] } }]
    yield ['not the filter', { $match: { $nor: [$match] } }]
    yield ['no filter', { $match: {} }]
  }
  if (has($lookup, 'from')) {
    if (mentions($lookup, '$bound')) yield ['a lookup without stages', { $lookup: { ...$lookup, pipeline: [] } }]
    yield ['a lookup elsewhere', { $lookup: { ...$lookup, from: 'vault' } }]
  }
  if (has($graphLookup, 'restrictSearchWithMatch')) {
    yield ['a search of all', { $graphLookup: { ...$graphLookup, restrictSearchWithMatch: {} } }]
    yield ['a search without an end', { $graphLookup: { ...$graphLookup, maxDepth: 1e6 } }]
  }
  if (has($unionWith, 'coll')) yield ['a union with all', { $unionWith: $unionWith.coll }]
  if (isDoc($project) && Object.keys($project).some((path) => HIDDEN.test(path)))
    for (const path of Object.keys($project)) {
      const { [path]: _, ...rest } = $project
      yield [`shows ${path}`, { $project: rest }]
      yield [`only ${path}`, { $project: { ...$project, [path]: 1 } }]
    }
}

const HIDDEN = /password_hash|address\.door|items\.cost|tabletalk_parent/

/** Removes a restricting stage, or moves it behind the next stage. */
function* listChanges(value: readonly unknown[]): Generator<Change> {
  for (const [index, stage] of value.entries()) {
    const isHead =
      mentions(stage, '$bound') || mentions(stage, 'tabletalk_parent') || mentions(stage, '9007199254740991')
    const isFilter = has(stage, '$match') && isHead
    const hides =
      has(stage, '$project') && isDoc(stage.$project) && Object.keys(stage.$project).some((path) => HIDDEN.test(path))
    const fences = has(stage, '$limit') && mentions(stage, '9007199254740991')
    if (!isFilter && !hides && !fences) continue
    yield ['a stage is missing', value.toSpliced(index, 1)]
    const next = value[index + 1]
    if (next !== undefined) yield ['a stage is late', value.with(index, next).with(index + 1, stage)]
  }
}
