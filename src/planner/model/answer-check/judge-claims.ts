import { type Context, fits, measuresFor } from './judge-figures.ts'
import type { Measure } from './result-facts.ts'
import type { Mention } from './sentence-parts.ts'

const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'u')

const NOT_SUPERLATIVE =
  /\b(?:most recent|top (?:\d+|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|zehn)|at least|at most|at best|at the latest|most of|mostly|almost)\b/gu
const MOST = words(
  'most|highest|largest|biggest|greatest|best|top|lead|leads|leading|led|leader|peak|peaks|peaked|maximum|strongest|longest|slowest|busiest|meisten?|höchste[nrsm]?|größte[nrsm]?|beste[nrsm]?|besten|stärkste[nrsm]?|längste[nrsm]?|langsamste[nrsm]?|führt|vorn|vorne|spitze|spitzenreiter|spitzenplatz|höchststand|höchstwert|maximum|am höchsten|am größten',
)
const LEAST = words(
  'fewest|lowest|smallest|least|weakest|worst|minimum|cheapest|fastest|quickest|shortest|(?:is|comes|ranks|are|was) last|wenigsten|niedrigste[nrsm]?|geringste[nrsm]?|kleinste[nrsm]?|schwächste[nrsm]?|schlechteste[nrsm]?|schlusslicht|kürzeste[nrsm]?|schnellste[nrsm]?|günstigste[nrsm]?|tiefststand|tiefstwert',
)
const LATEST = words('most recent|latest|newest|last order|letzte|letzten?|neueste[nrsm]?|jüngste[nrsm]?')
const RANK =
  /(?:comes?|came|ranks?|ranked|in|at|an|auf|platz|place|position|follows|is|are|was|kommt|rang)\s(?:at\s|the\s|number\s|place\s|platz\s|rang\s|#)?(second|third|fourth|fifth|zweiter|dritter|vierter|zwei|drei|vier)(?:\splace|\sstelle|\splatz|\swith|\smit|,|\.|$|\sby|\sat|\sin)|(?:platz|rang|place|number|no\.|rank|#)\s?([2-5])(?!\d)/u
const RANKS = new Map(
  'second zweiter zwei 2/third dritter drei 3/fourth vierter vier 4/fifth fünfter 5'
    .split('/')
    .flatMap((all, at) => all.split(' ').map((word) => [word, at + 2] as const)),
)
const MORE = words(
  'more|higher|larger|greater|above|ahead|exceeds?|exceeded|outsells?|outsold|outnumbers?|over|longer|beats?|beat|bigger|better|older|mehr|höher|größer|über|vor|übersteigt|überstieg|übertrifft|übertraf|länger|besser|more expensive',
)
const LESS = words(
  'fewer|less|lower|smaller|below|behind|under|shorter|worse|trails?|trailed|younger|cheaper|weniger|niedriger|kleiner|geringer|unter|hinter|kürzer|schlechter|unterschreitet',
)
const UP = words(
  '(?:is|are|was|were|went) up|up by|rose|risen|rise|rises|rising|grew|grown|grow|grows|growing|growth|increase[sd]?|increasing|gained|climbed|climbs|jumped|improved|doubled|tripled|surged|stieg|stiegen|gestiegen|steigt|wuchs|gewachsen|zugenommen|plus|anstieg|zuwachs|erhöht|erhöhte|verdoppelt|verdreifacht|zulegte|zugelegt',
)
const DOWN = words(
  '(?:is|are|was|were|went) down|down by|fell|fallen|falls|falling|dropped|drops?|declined?|declines|declining|decreased?|decreases|shrank|shrunk|sank|halved|slipped|plunged|gesunken|sinkt|fiel|fielen|gefallen|abgenommen|minus|rückgang|halbiert|zurückgegangen|sanken|gesunken',
)
export const NONE = words('none|no|neither|not one|nothing|never|nobody|keine[rsnm]?|kein|nichts|niemand|nie')
const ALL = words('all|every|each|both|jede[rsnm]?|alle[rsnm]?|beide[nr]?|sämtliche[nr]?|always')
const NOT_ALL =
  /\b(?:of|from|across|among|over|than|in|for|von|aller|über|für|unter|aus|leads?|ahead of|vor|per)\s(?:all|every|each|both|alle\p{L}?|jede\p{L}?)\b|\b(?:after|overall|at|above) all\b/gu
const ONLY =
  /(?:^|\s)(?:only|nur|solely|lediglich|ausschließlich|just)\s(?:(?:in|for|by|the|from|at|on|im|in|für|bei|aus|von|das|der|die)\s){0,2}$/u

const amountOf = (measure: Measure, rows: readonly number[]): number | undefined => {
  const values = rows.flatMap((row) => measure.cells[row] ?? [])
  return values.length === 0 ? undefined : values.reduce((all, value) => all + value, 0)
}

/** Whether the claims of a clause beside its figures (most, more than, rose, all, none) are true. */
export const isTrueClaim = (context: Context): boolean =>
  isExtreme(context) && isRanked(context) && isCompared(context) && isChanged(context) && isTrueOfStatedRows(context)

/** Columns that a claim may refer to. */
const candidates = (context: Context): readonly Measure[] => {
  const own = context.clause.named.flatMap(({ measures }) => measures)
  if (own.length > 0) return own
  const [figure] = context.clause.figures.filter(({ isCounting, isWord }) => !isCounting && !isWord)
  if (figure === undefined) return context.measures.length > 0 ? context.measures : context.asked
  const rows = subject(context).flatMap(({ rows }) => rows)
  const fitting = measuresFor(figure, context).filter((measure) =>
    figure.readings.some((reading) => rows.some((row) => fits(figure, reading, measure.cells[row] ?? Number.NaN))),
  )
  return fitting.length > 0 ? fitting : context.measures.length > 0 ? context.measures : context.asked
}

const subject = ({ clause, mentions }: Context): readonly Mention[] =>
  clause.mentions.length > 0 ? clause.mentions : mentions

/** The clause without names of columns, which claim nothing: "leads". */
const withoutNouns = ({ text, start: from, named }: Context['clause']): string =>
  named.reduce(
    (rest, { start, end }) => `${rest.slice(0, start - from)}${' '.repeat(end - start)}${rest.slice(end - from)}`,
    text,
  )

const isExtreme = (context: Context): boolean => {
  const { clause, facts, carried } = context
  const text = withoutNouns(clause).replace(NOT_SUPERLATIVE, ' ')
  const isMost = MOST.test(text)
  const isLeast = LEAST.test(text)
  const named = clause.mentions.length > 0 ? clause.mentions : carried.slice(0, 1)
  const rows = [...new Set(named.flatMap((mention) => mention.rows))]
  const isLatest = LATEST.test(text) && facts.times.some((times) => times.length > 0) && !facts.isSeries
  if (isLatest && rows.length > 0 && !isTimeExtreme(context, rows)) return false
  if (isMost === isLeast || facts.size < 2) return true
  const sign = isMost ? 1 : -1
  const speed = /\b(?:fastest|quickest|schnellste\p{L}?|best\p{L}*|worst|schlechteste\p{L}?)\b/u.test(text)
  const measures = candidates(context).filter(({ cells }) => cells.some((cell) => cell !== null))
  if (named.some((mention) => mention.rows.length > 1)) return true
  if (rows.length === 0) {
    const [figure] = clause.figures.filter(
      (one) => one.scale === 'plain' && !one.isWord && !one.isCounting && one.bound === undefined,
    )
    return (
      figure === undefined ||
      TOGETHER.test(context.text) ||
      measures.some((measure) =>
        figure.readings.some((reading) => fits(figure, reading, sorted(measure, sign)[0] ?? Number.NaN)),
      )
    )
  }
  return measures.some((measure) => {
    const best = sorted(measure, speed && /fast|quick|schnell/u.test(text) ? -1 : sign)
    const last = best[Math.min(rows.length, best.length) - 1] ?? Number.NaN
    return rows.every((row) => {
      const value = measure.cells[row]
      return value !== null && value !== undefined && sign * (value - last) >= 0
    })
  })
}

const sorted = ({ cells }: Measure, sign: number): number[] =>
  cells.filter((cell) => cell !== null).toSorted((a, b) => sign * (b - a))

const isTimeExtreme = ({ facts }: Context, rows: readonly number[]): boolean => {
  const stamps = facts.times.map(
    (times) =>
      times.map((time) =>
        [time.year, time.month, time.day, time.hour, time.minute]
          .map((part) => String(part ?? 0).padStart(4, '0'))
          .join('-'),
      )[0] ?? '',
  )
  const last = stamps.toSorted().at(-1)
  return rows.length > 1 || rows.some((row) => stamps[row] === last)
}

const isRanked = (context: Context): boolean => {
  const rank = RANKS.get(
    RANK.exec(context.clause.text)
      ?.slice(1)
      .find((word) => word !== undefined) ?? '',
  )
  const [mention, other] = context.clause.mentions
  const row = mention?.rows[0]
  if (rank === undefined || row === undefined || other !== undefined || mention?.rows.length !== 1) return true
  return candidates(context).some((measure) => measure.cells[row] === sorted(measure, 1)[rank - 1])
}

/** One side of a comparison: rows, a column, or both. */
interface Side {
  readonly rows?: readonly number[]
  readonly measures?: readonly Measure[]
}

/** "A has more than B", "A is ahead of B": the sides are the names before and after. */
const isCompared = (context: Context): boolean => {
  const { clause, carried, facts } = context
  const found = [...clause.text.matchAll(new RegExp(`(?:${MORE.source})|(?:${LESS.source})`, 'gu'))].find(
    ({ 0: word, index }) => {
      // Before a figure it is a bound of the figure, unless there are names on both sides.
      const after = clause.text.slice(index + word.length)
      return !/^(?:\s(?:than|als|of|von|the|der|die))*\s?[€$£]?\d/u.test(after)
    },
  )
  if (found === undefined) return true
  const at = clause.start + found.index
  const isMore = MORE.test(found[0])
  const than =
    /(?<!\p{L})(?:than|als|of|as|über|vor|hinter|unter)(?!\p{L})|exceed\p{L}*|outnumber\p{L}*|outs\p{L}+|beats?|trail\p{L}*|über\p{L}+/u.exec(
      clause.text.slice(found.index),
    )
  if (than === null) return true
  const side = (items: readonly Mention[], named: readonly { readonly measures: readonly Measure[] }[]): Side => ({
    ...(items[0] === undefined ? {} : { rows: items[0].rows }),
    ...(named[0] === undefined ? {} : { measures: named[0].measures }),
  })
  const turn = clause.start + found.index + than.index
  const left = side(
    [...clause.mentions.filter(({ start }) => start < at), ...carried],
    clause.named.filter(({ start }) => start < at),
  )
  const right = side(
    clause.mentions.filter(({ start }) => start > turn),
    clause.named.filter(({ start }) => start > turn),
  )
  const isAhead = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && (isMore ? a > b : a < b)
  if (left.rows !== undefined && right.rows !== undefined) {
    const own = clause.named.flatMap(({ measures }) => measures)
    const measures = own.length > 0 ? own : candidates(context)
    const narrowed = measures.filter((measure) =>
      clause.named.every(
        (one) => !one.measures.some(({ year }) => year !== undefined) || one.measures.includes(measure),
      ),
    )
    return (narrowed.length > 0 ? narrowed : measures).some((measure) =>
      isAhead(amountOf(measure, left.rows ?? []), amountOf(measure, right.rows ?? [])),
    )
  }
  const rows = left.rows ?? right.rows ?? (facts.size === 1 ? [0] : undefined)
  if (
    left.measures !== undefined &&
    right.measures !== undefined &&
    rows !== undefined &&
    left.measures[0] !== right.measures[0]
  )
    return left.measures.some((a) => right.measures?.some((b) => isAhead(amountOf(a, rows), amountOf(b, rows))))
  return true
}

/** "Rose from A to B", "fell by a third": the later of two values has to be the larger, or the smaller. */
const isChanged = (context: Context): boolean => {
  const { clause, facts, text } = context
  const isUp = UP.test(clause.text)
  const isDown = DOWN.test(clause.text)
  if (isUp === isDown) return true
  const grows = (from: number | undefined, to: number | undefined) =>
    from !== undefined && to !== undefined && (isUp ? to > from : to < from)
  const written = context.clause.figures
    .filter(({ scale, isWord, isCounting }) => scale === 'plain' && !isWord && !isCounting)
    .map(({ readings }) => readings.at(-1)?.value)
  const all = FROM_TO.test(text) ? context.allFigures : written
  if (FROM_TO.test(text) && all.length >= 2) return grows(all[0], all[1]) && isInOrder(context, all)
  const mentions = context.allMentions
  const singles = mentions.filter(({ rows }) => rows.length === 1)
  const measures = candidates(context)
  if (
    /\b(?:every|each|jede[nrm]?)\s(?:month|year|quarter|week|day|time|monat|jahr|quartal|woche|tag)\b|\b(?:steadily|continuously|stetig|kontinuierlich)\b/u.test(
      text,
    )
  ) {
    const first = singles[0]?.rows[0] ?? 0
    const last = singles[1]?.rows[0] ?? facts.size - 1
    return measures.some(({ cells }) =>
      cells
        .slice(first, last + 1)
        .every((cell, at, part) => at === 0 || grows(part[at - 1] ?? undefined, cell ?? undefined)),
    )
  }
  if (facts.isSeries && singles.length >= 2) {
    const [from, to] = singles.map(({ rows }) => rows[0] ?? 0).toSorted((a, b) => a - b)
    return measures.some(({ cells }) => grows(cells[from ?? 0] ?? undefined, cells[to ?? 0] ?? undefined))
  }
  if (facts.isSeries && singles.length === 1) {
    const [row = 0] = singles[0]?.rows ?? []
    const isSince = /\b(?:since|from|seit|ab)\b/u.test(text)
    return measures.some(({ cells }) =>
      isSince
        ? grows(cells[row] ?? undefined, cells.at(-1) ?? undefined)
        : row === 0 ||
          grows(cells[row - 1] ?? undefined, cells[row] ?? undefined) ||
          grows(cells[0] ?? undefined, cells[row] ?? undefined),
    )
  }
  const years = facts.measures
    .filter(({ year }) => year !== undefined)
    .toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0))
  const [old, young] = [years[0], years.at(-1)]
  if (old !== undefined && young !== undefined && old !== young) {
    const rows = singles[0]?.rows ?? Array.from({ length: facts.size }, (_, row) => row)
    return grows(amountOf(old, rows), amountOf(young, rows))
  }
  if (facts.isSeries && facts.size > 1)
    return measures.some(({ cells }) => grows(cells[0] ?? undefined, cells.at(-1) ?? undefined))
  return (clause.text.match(new RegExp(`${UP.source}|${DOWN.source}`, 'gu')) ?? []).some((word) => context.stands(word))
}

/** Of two values of a series, or of columns of years, the first has to be of the earlier time. */
const isInOrder = ({ facts, measures }: Context, [from, to]: Context['allFigures']): boolean => {
  const isAt = (stated: number | undefined, cell: number | null) =>
    stated !== undefined && cell !== null && Math.abs(cell - stated) <= 0.005 * Math.abs(stated)
  const years = facts.measures
    .filter(({ year }) => year !== undefined)
    .toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0))
  const lines =
    years.length > 1
      ? Array.from({ length: facts.size }, (_, row) => years.map(({ cells }) => cells[row] ?? null))
      : facts.isSeries
        ? (measures.length > 0 ? measures : facts.measures).map(({ cells }) => cells)
        : []
  const known = lines.filter((line) => line.some((cell) => isAt(from, cell)) && line.some((cell) => isAt(to, cell)))
  return (
    known.length === 0 ||
    known.some((line) => line.findIndex((cell) => isAt(from, cell)) < line.findLastIndex((cell) => isAt(to, cell)))
  )
}

const FROM_TO = /\b(?:from|von)\b.*\b(?:to|auf)\b/u

/** "All", "none", "only", "three of four", and bounds: whether they are true of the stated rows. */
const isTrueOfStatedRows = (context: Context): boolean => {
  const { clause, facts, text } = context
  if (facts.size === 0) return true
  const bounded = clause.figures.find(
    ({ bound, scale, isCounting }) =>
      scale === 'plain' && !isCounting && bound !== undefined && bound !== 'about' && bound !== 'nearly',
  )
  const everyRow = Array.from({ length: facts.size }, (_, row) => row)
  const measures = bounded === undefined ? clause.named.flatMap((one) => one.measures) : measuresFor(bounded, context)
  const own = subject(context)
  const rows = own.filter((mention) => mention.rows.length === 1).flatMap((mention) => mention.rows)
  const isNone = NONE.test(clause.text.replace(HARMLESS_NO, ' '))
  const isAll = ALL.test(clause.text.replace(NOT_ALL, ' '))
  const meets = (measure: Measure, row: number) =>
    bounded?.readings.some((reading) => fits(bounded, reading, measure.cells[row] ?? Number.NaN)) === true
  const isOnly = own.some(({ start }) => ONLY.test(clause.text.slice(0, Math.max(0, start - clause.start))))
  if (bounded !== undefined) {
    if (isNone) return measures.some((measure) => everyRow.every((row) => !meets(measure, row)))
    if (isOnly) return measures.some((measure) => everyRow.every((row) => rows.includes(row) === meets(measure, row)))
    if (isAll && rows.length === 0) return measures.some((measure) => everyRow.every((row) => meets(measure, row)))
    if (rows.length > 1 && !TOGETHER.test(text))
      return measures.some((measure) => rows.every((row) => meets(measure, row)))
    return isCountTrue(context, (row) => measures.some((measure) => meets(measure, row)))
  }
  if (isNone) return isNoneTrue(context, rows)
  const others = (measure: Measure) => everyRow.filter((row) => !rows.includes(row) && (measure.cells[row] ?? 0) !== 0)
  if (
    isOnly &&
    rows.length > 0 &&
    measures.length > 0 &&
    clause.figures.length === 0 &&
    measures.every((measure) => others(measure).length > 0)
  )
    return false
  const isSaid = clause.figures.every(({ isCounting, isWord }) => isCounting || isWord)
  if (
    isAll &&
    rows.length > 0 &&
    rows.length < facts.size &&
    isSaid &&
    clause.figures.every(({ scale }) => scale === 'plain') &&
    !MOST.test(withoutNouns(clause)) &&
    !MORE.test(clause.text)
  ) {
    if (facts.measures.length > 0 && !TOGETHER.test(text) && !UP.test(text) && !DOWN.test(text)) return false
  }
  if (isAll && HAS.test(clause.text)) {
    const column = emptyColumn(context)
    if (column !== undefined && column.length > 0) return false
  }
  const span = own.find((mention) => mention.rows.length > 1)
  if (isAll && span !== undefined && !facts.isSeries && span.rows.length < facts.size) return false
  return isCountTrue(context, (row) => HAS.test(clause.text) && emptyColumn(context)?.includes(row) === false)
}

const HAS = words('has|have|had|hat|haben|hatten|hatte|with a|mit')
const TOGETHER = words('together|combined|total|sum|and|zusammen|insgesamt|summe')
const HARMLESS_NO =
  /\b(?:nothing|nobody|none) else\b|\b(?:no|keine?[nrms]?) (?:more|fewer|less|longer|other|others|further|matter|doubt|one else|weiteren?|anderen?|mehr als)\b|\bnone other\b/gu

/** Rows without a value in the column that a clause refers to. */
const emptyColumn = ({ clause, facts }: Context): readonly number[] | undefined => {
  const [named] = clause.named
  const [measure] = named?.measures ?? []
  return measure === undefined
    ? undefined
    : Array.from({ length: facts.size }, (_, row) => row).filter((row) => measure.cells[row] === null)
}

/** "Three of the four": the number of rows for which it is true. */
const isCountTrue = ({ clause, facts }: Context, isSo: (row: number) => boolean): boolean => {
  const [few, all] = clause.figures.filter(({ scale, isMoney }) => scale === 'plain' && !isMoney)
  if (few === undefined || all === undefined || all.readings[0]?.value !== facts.rowCount) return true
  const between = clause.text.slice(few.end - clause.start, all.start - clause.start)
  if (!/^\s(?:of|out of|von|der|aus)(?:\s(?:the|all|our|den|allen|insgesamt))?\s$/u.test(between)) return true
  return few.readings[0]?.value === Array.from({ length: facts.size }, (_, row) => row).filter(isSo).length
}

/** "No orders", "there is no rating for East": no value, or a zero. */
const isNoneTrue = (context: Context, rows: readonly number[]): boolean => {
  const { clause, facts } = context
  if (facts.rowCount === 0 || context.isGiven(clause.text)) return true
  const own = clause.named.flatMap(({ measures }) => measures)
  const measures = own.length > 0 ? own : facts.measures
  const seen = rows.length > 0 ? rows : Array.from({ length: facts.size }, (_, row) => row)
  const isNothing = (measure: Measure) => seen.every((row) => (measure.cells[row] ?? 0) === 0)
  const empty = facts.others.some(({ empty: none }) => rows.length > 0 && rows.every((row) => none.includes(row)))
  return measures.some(isNothing) || empty || (rows.length > 0 && own.length === 0 && measures.some(isNothing))
}
