import { columnOf } from './catalog.ts'
import { isPerson } from './person.ts'
import type { Intent, Reader, Target } from './reader.ts'

/** Cues that decide the intent, strongest first, when several open the question. */
const STRENGTH: readonly Intent[] = [
  'share',
  'how-much',
  'count',
  'aggregate',
  'when',
  'who',
  'where',
  'which',
  'list',
  'whether',
]

const intentOf = (reader: Reader, index: number): Intent | null => {
  const cue = reader.cue(index)
  if (cue === 'whether' && index > 0) return null
  if (cue === 'extreme' || cue === 'adjective') return null
  return STRENGTH.find((intent) => intent === cue) ?? null
}

/** Index of the first noun: a table, column, measure or stretch of time that the question is about. */
export const firstNoun = (reader: Reader, from: number): number =>
  reader.items.findIndex((item, index) => {
    if (index < from || reader.used[index] === true) return false
    if (item.kind === 'bucket') return item.soft
    if (item.cue?.cue === 'how-long') return false
    const link = reader.noun(index)
    const next = reader.noun(index + 1)
    // "star reviews": the first noun only describes the second.
    if (link?.kind === 'column' && next?.kind === 'table' && next.table === link.table && !reader.isDate(link.column))
      return false
    return link !== null && (link.kind === 'table' || link.kind === 'column' || link.kind === 'measure')
  })

export const targetAt = (reader: Reader, index: number): Target | null => {
  const item = reader.items[index]
  if (item?.bucket != null && item.kind === 'bucket') return { kind: 'bucket', bucket: item.bucket }
  const link = reader.noun(index)
  if (link?.kind === 'table') return { kind: 'table', table: link.table }
  if (link?.kind === 'column') return { kind: 'column', column: link.column }
  return null
}

/** Finds out what is asked (a number, a list, a share …) and of what. */
export const readHead = (reader: Reader): void => {
  const noun = firstNoun(reader, 0)
  const end = noun < 0 ? reader.items.length : noun
  const found = reader.items.flatMap((_, index) => {
    const intent = index < end || reader.cue(index) === 'share' ? intentOf(reader, index) : null
    return intent === null ? [] : [{ intent, index }]
  })
  const strongest = found.sort(
    (a, b) => STRENGTH.indexOf(a.intent) - STRENGTH.indexOf(b.intent) || a.index - b.index,
  )[0]
  reader.intent = strongest?.intent ?? 'none'
  const counted = countAfter(reader, noun)
  if (reader.intent === 'none' && counted >= 0) {
    reader.intent = 'count'
    reader.use(counted)
  }
  if (strongest?.intent === 'which' && isAboutAction(reader, strongest.index)) reader.intent = 'none'
  for (const { index } of found) {
    const cue = reader.items[index]?.cue
    if (cue?.cue === 'aggregate') reader.aggregate = pickAggregate(reader.aggregate, cue.aggregate)
    reader.use(index)
  }
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'distinct' && item.kind === 'cue' && index < end) {
      reader.distinct = true
      reader.use(index)
    }
  })
  reader.targetAt = noun
  if (noun >= 0) reader.target = targetAt(reader, noun)
  readHeld(reader)
  readDoer(reader, noun)
}

/** "How many pieces of it are left": the units are those of the column said last. */
const readHeld = (reader: Reader): void => {
  const { target, catalog } = reader
  if (reader.intent !== 'count' || target?.kind !== 'column') return
  const unit = columnOf(catalog, target.column)?.unit ?? null
  const last = reader.noun(reader.items.length - 1)
  if (unit === null || last?.kind !== 'column' || last.table === target.column.table) return
  if (columnOf(catalog, last.column)?.unit !== unit) return
  reader.use(reader.targetAt, reader.items.length - 1)
  reader.target = { kind: 'column', column: last.column }
}

/** "Ticket count", "ticket count by topic": the count stands behind what it counts. */
const countAfter = (reader: Reader, noun: number): number => {
  const last = reader.items.length - 1
  if (reader.cue(last) === 'count') return last
  const next = reader.items[noun + 2]
  const ends = next?.cue?.cue === 'group' || next?.kind === 'window' || next?.kind === 'bucket'
  return reader.noun(noun)?.kind === 'table' && reader.cue(noun + 1) === 'count' && ends ? noun + 1 : -1
}

/** "What did customers spend": a number is asked, not which customers. */
const isAboutAction = (reader: Reader, index: number): boolean =>
  reader.items[index]?.lower === 'what' &&
  ['did', 'do', 'does', 'will', 'have'].includes(reader.items[index + 1]?.lower ?? '')

const VERB = /ed$|^(wrote|written|gave|buy|buys|bought|sold|sell|sells|pay|pays|paid|sent|spent|order|purchase)$/
const DOERS = /^(people|persons|anyone|anybody|somebody|someone|nobody|everyone|everybody|folks)$/

/** "Who ordered …", "how many people bought …", "how many Swedes buy …": the doer is meant, not the deed. */
const readDoer = (reader: Reader, noun: number): void => {
  const link = reader.noun(noun)
  const item = reader.items[noun]
  if (item === undefined || (link?.kind !== 'table' && !(link?.kind === 'column' && reader.isDate(link.column)))) return
  const bareVerb = VERB.test(item.lower) && (item.lower.endsWith('ed') || !/^(order|purchase)$/.test(item.lower))
  if (!bareVerb) return
  const before = reader.items.slice(0, noun)
  const people = before.some(({ lower }) => DOERS.test(lower))
  const named = before.find(
    (one) =>
      one.kind === 'link' && (one.link?.kind === 'filter' || one.link?.kind === 'value') && isPerson(one.link.table),
  )
  if (reader.intent !== 'who' && !people && (named === undefined || reader.intent !== 'count')) return
  reader.target = named?.link == null ? null : { kind: 'table', table: named.link.table }
  if (named === undefined) {
    const person = nearestPerson(reader, link.table)
    if (person !== null) reader.target = { kind: 'table', table: person }
  }
  reader.targetAt = -1
  reader.via.add(link.table)
}

/** The people whose keys the rows of a table carry. */
const nearestPerson = (reader: Reader, table: string): string | null => {
  const people = [...reader.catalog.tables.keys()].filter(isPerson)
  const ranked = people
    .map((person) => ({ person, cost: reader.catalog.graph.distance(table, person) }))
    .sort((a, b) => a.cost - b.cost)
  return ranked[0] === undefined || ranked[0].cost > 3 || ranked[0].cost === ranked[1]?.cost ? null : ranked[0].person
}

/** "total" beside "average" only adds weight: the average is meant. */
const pickAggregate = (
  known: Reader['aggregate'],
  found: NonNullable<Reader['aggregate']>,
): NonNullable<Reader['aggregate']> => (known === null || known === 'sum' ? found : known)
