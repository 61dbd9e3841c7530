import { type Condition, conditionTables, sameRef, tablesOf } from '../../query/index.ts'
import type { Noun } from '../../read/index.ts'
import { countMeasure, listColumns } from '../../schema/index.ts'
import { eventTime } from '../event-time.ts'
import { partsOf } from '../pieces.ts'
import { isGroup, isManyToOne, type Reading } from '../reading.ts'
import type { Edit } from './edit.ts'

const PRONOUN = /^(them|those|these|they)$/

/** Whether a follow-up counts rows of this table. */
const isCounted = (reading: Reading, table: string): boolean =>
  partsOf(reading, 'count').some(({ noun }) => noun?.kind === 'table' && noun.table === table)

/** Whether a follow-up refers to the previous rows: "how many of them". */
const refersToPrevious = ({ words }: Reading): boolean => words.tokens.some(({ lower }) => PRONOUN.test(lower))

/** "And invoices?": the same question about other rows. */
export const editEntity: Edit = ({ reading, asked }, tree) => {
  const [head] = reading.tableMentions.filter(({ part }) => !isGroup(part) && part.kind !== 'rank' && part.clause === 0)
  if (head === undefined || refersToPrevious(reading)) return null
  const { table } = head
  if (table === tree.anchor || tablesOf(tree).includes(table) || tree.groups.length > 0) return null
  if (isManyToOne(reading, tree.anchor, table) && asked.protos.length > 0) return null
  const time = eventTime(reading.catalog, table)
  const where = tree.where.flatMap((condition): Condition[] => {
    if (condition.type === 'range') return time === null ? [] : [{ ...condition, column: time }]
    const isReached = conditionTables(condition).every((one) => one !== tree.anchor && isManyToOne(reading, table, one))
    return isReached ? [condition] : []
  })
  const isMeasured = tree.measures.length > 0
  return {
    ...tree,
    anchor: table,
    where,
    order: [],
    measures: isMeasured ? [countMeasure(reading.catalog, table)] : [],
    columns: isMeasured ? tree.columns : listColumns(reading.catalog, table, []),
  }
}

/** "And how many orders did they place?": rows that belong to the previous ones. */
export const editOwned: Edit = ({ reading }, tree) => {
  const [count] = partsOf(reading, 'count')
  const said = reading.words.tokens.slice(count?.end ?? 0)
  if (count?.noun?.kind !== 'table' || !said.some(({ lower }) => lower === 'they')) return null
  const { table } = count.noun
  if (table === tree.anchor || !isManyToOne(reading, table, tree.anchor)) return null
  if (tree.groups.length > 0 || tree.limit !== null || !tree.where.every((one) => 'column' in one)) return null
  return { ...tree, anchor: table, measures: [countMeasure(reading.catalog, table)], columns: [], order: [] }
}

/** "How many of them ordered this year?": those previous rows that have related ones. */
export const editRelated: Edit = ({ reading, asked }, tree) => {
  if (!refersToPrevious(reading) || tree.measures.some(({ table }) => isCounted(reading, table))) return null
  const tables = [...reading.tableMentions.map(({ table }) => table), ...asked.tables.map(({ table }) => table)]
  const timed = asked.protos.flatMap((proto) =>
    proto.part.kind === 'time' && proto.part.column !== null ? [proto] : [],
  )
  const table = [...tables, ...timed.map((proto) => proto.table)].find(
    (one) => one !== tree.anchor && !isManyToOne(reading, tree.anchor, one),
  )
  const steps = table === undefined ? undefined : reading.catalog.graph.path(tree.anchor, table)?.steps
  if (table === undefined || steps === undefined) return null
  const where = asked.protos
    .filter((proto) => isManyToOne(reading, table, proto.table))
    .flatMap(({ conditions }) => conditions)
  const own = { type: 'related', table, where, measure: null, op: '>=', value: 1 } as const
  return { ...tree, where: [...tree.where, own] }
}

const LIST_AGAIN =
  /^(and )?((who|which|what) (are|is|were|was)( they| those| these| them| it| the ones)|(which|what) ones.*|(please )?(list|show|show me|give me|display|name)( me)?( all)?( of)?( them| those| these| it| the list| a list| the details| the rows).*|(can i see|let me see) (them|those|these|it).*|who|which)$/

/** "How many are there?" and "who are they?": turns a list into a count, and a count into its list. */
export const editShape: Edit = ({ reading }, tree) => {
  const text = reading.words.tokens
    .map(({ lower }) => lower)
    .filter((word) => /[a-z]/.test(word))
    .join(' ')
  const [count] = partsOf(reading, 'count')
  const isCount = count !== undefined && (count.noun === null || isOf(count.noun, tree.anchor))
  const [measure] = tree.measures
  if (isCount && tree.groups.length === 0 && measure?.column !== null)
    return {
      ...tree,
      measures: [countMeasure(reading.catalog, tree.anchor)],
      columns: [],
      order: [],
      limit: null,
      distinct: false,
    }
  if (LIST_AGAIN.test(text) && measure !== undefined && tree.groups.length === 0)
    return { ...tree, measures: [], having: [], columns: listColumns(reading.catalog, tree.anchor, []) }
  return isCount && measure !== undefined ? tree : null
}

const isOf = (noun: Noun, table: string): boolean => noun.kind === 'table' && noun.table === table

const THEIRS = /^(their|them|they|his|her|its)$/

/** "With their email": more columns of a list, or of ranked rows. */
export const editColumns: Edit = ({ reading, shown, measures }, tree) => {
  if (measures.length > 0 || shown.columns.length === 0) return null
  const [group] = tree.groups
  if (tree.measures.length > 0) {
    const isTheirs = reading.words.tokens.some(({ lower }) => THEIRS.test(lower))
    const columns = shown.columns.filter(({ table }) => group?.type === 'entity' && table === group.table)
    if (!isTheirs || columns.length < shown.columns.length) return null
    return { ...tree, groups: [...tree.groups, ...columns.map((column) => ({ type: 'column', column }) as const)] }
  }
  const columns = shown.columns.filter(
    (ref) => isManyToOne(reading, tree.anchor, ref.table) && !tree.columns.some((known) => sameRef(known, ref)),
  )
  if (columns.length === 0) return null
  return { ...tree, columns: [...tree.columns, ...columns] }
}
