import type { Intent, Reader, Target } from './reader.ts'

const BARE_UNITS = ['day', 'week', 'month', 'quarter', 'year', 'weekday']

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
    const link = reader.noun(index)
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
}

/** "What did customers spend": a number is asked, not which customers. */
const isAboutAction = (reader: Reader, index: number): boolean =>
  reader.items[index]?.lower === 'what' &&
  ['did', 'do', 'does', 'will', 'have'].includes(reader.items[index + 1]?.lower ?? '')

/** "total" beside "average" only adds weight: the average is meant. */
const pickAggregate = (
  known: Reader['aggregate'],
  found: NonNullable<Reader['aggregate']>,
): NonNullable<Reader['aggregate']> => (known === null || known === 'sum' ? found : known)

export const isBareUnit = (lower: string): boolean => BARE_UNITS.includes(lower.replace(/s$/, ''))
