import pluralize from 'pluralize'
import { allValues, type DatabaseView, type Knowledge } from '../../../../ask/rules/knowledge.ts'
import { STOP_WORDS, stemOf, type Token, tokenise, ValueIndex } from '../../../../knowledge/words/index.ts'
import type { Sliced } from '../../../../platform/values/sliced.ts'
import { type ColumnRef, type Condition, sameRef } from '../../query/index.ts'
import { catalogOf, columnOf, correctSpelling, LEXICON_WORDS_MAX, type Link, lexiconOf } from '../../schema/index.ts'
import { type PeriodContext, timeAt } from '../../words/index.ts'
import { flagOptions } from './flag-meanings.ts'
import { allKeys, isId, isName, keyMeaning, labelMeaning, labelOfNext, labelsOf } from './key-and-label-meanings.ts'
import { makeNameIndex, nameIndexOf } from './name-index.ts'
import { senseOptions } from './sense-meanings.ts'
import { valueMeanings } from './value-meanings.ts'
import {
  type ColumnOption,
  columnMeaning,
  type FilterOption,
  type Meaning,
  type Mention,
  TABLE_NAMED,
  type ValueOption,
  type Words,
} from './word.ts'

/** Finds what each span of words may mean in this database. Nothing is decided here: all meanings are kept. */
export type { ColumnOption, FilterOption, Meaning, Mention, ValueOption, Words } from './word.ts'

/** Longer questions are not read: their many meanings would block the event loop. */
export const TOKENS_MAX = 70
const VALUE_WORDS_MAX = 8
const NAME_WORDS_MAX = 5
/** Words between the words of a name: "rank of the winner". */
const BETWEEN = new Set(['of', 'the', 'for', 'a', 'an'])

const PEOPLE = /^(people|inhabitants?|residents?)$/
const POPULATION = stemOf('population')

const WHOLE = 0.75
const FLAG_SHOWN = 0.3

const mentions = (length: number, meanings: readonly Meaning[]): readonly Mention[] =>
  meanings.map((meaning) => ({ length, meaning }))

/** The links of a phrase by kind. */
const linkMeanings = (links: readonly Link[]): Meaning[] => {
  const columns = links.flatMap((link) =>
    link.kind === 'column' ? [{ column: link.column, weight: link.weight }] : [],
  )
  const measures = links.flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
  const others = links.flatMap((link): Meaning[] => (link.kind === 'table' ? [link] : []))
  return [
    ...others,
    ...columnMeaning(columns),
    ...(measures.length === 0 ? [] : [{ kind: 'measure', measures, weight: 1.05 } as const]),
  ]
}

/** Conditions that a phrase stands for; equality with a text column counts as a value. */
const filtersOf = (links: readonly Link[]): readonly FilterOption[] =>
  links.flatMap((link) =>
    link.kind === 'filter' && 'column' in link.condition && !isValue(link.condition)
      ? [{ column: link.condition.column, condition: link.condition, weight: link.weight }]
      : [],
  )

const isValue = (condition: Condition): condition is Extract<Condition, { type: 'compare' }> & { value: string } =>
  condition.type === 'compare' && condition.op === '=' && typeof condition.value === 'string'

const valuesOf = (links: readonly Link[]): readonly ValueOption[] =>
  links.flatMap((link) =>
    link.kind === 'filter' && isValue(link.condition)
      ? [{ column: link.condition.column, value: link.condition.value, weight: link.weight }]
      : [],
  )

const filterMeaning = (options: readonly FilterOption[]): readonly Meaning[] =>
  options.length === 0 ? [] : [{ kind: 'filter', options, weight: Math.max(...options.map(({ weight }) => weight)) }]

/** Merges matching values and values matched by synonym into one meaning. */
const withValues = (found: readonly Meaning[], more: readonly ValueOption[]): readonly Meaning[] => {
  if (more.length === 0) return found
  const isSame = (a: ValueOption, b: ValueOption): boolean => sameRef(a.column, b.column) && a.value === b.value
  const known = found.flatMap((meaning) => (meaning.kind === 'value' ? meaning.options : []))
  const options = [...known.filter((one) => !more.some((other) => isSame(other, one))), ...more]
  return [{ kind: 'value', options, weight: Math.max(...options.map(({ weight }) => weight)) }]
}

const isDate = (view: DatabaseView, column: ColumnRef): boolean => columnOf(catalogOf(view), column)?.kind === 'date'

/** The date columns among named columns. */
const dateMeaning = (
  view: DatabaseView,
  [first]: readonly Token[],
  meanings: readonly Meaning[],
): readonly Meaning[] => {
  if (STOP_WORDS.has(first?.lower ?? '')) return []
  const options = meanings.flatMap((meaning) =>
    meaning.kind === 'column' ? meaning.options.filter(({ column }) => isDate(view, column)) : [],
  )
  return options.length === 0
    ? []
    : [{ kind: 'date', options, weight: Math.max(...options.map(({ weight }) => weight)) }]
}

/** `sailings.vessel`, a foreign key, is the vessel that the word names anyway. */
const isKeyOf = (
  view: DatabaseView,
  { table, column }: ColumnOption['column'],
  meanings: readonly Meaning[],
): boolean => {
  const target = catalogOf(view).tables.get(table)?.columns.get(column)?.refTable
  return target != null && meanings.some((meaning) => meaning.kind === 'table' && meaning.table === target)
}

/** Columns whose names have these words in any order, with small words between them. */
const nameMeanings = (view: DatabaseView, tokens: readonly Token[]): readonly ColumnOption[] => {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined || BETWEEN.has(first.lower) || BETWEEN.has(last.lower)) return []
  const acronyms = acronymMeanings(view, tokens)
  if (acronyms.length > 0) return acronyms
  const spanTokens = tokens.filter(({ lower }) => !BETWEEN.has(lower))
  // Function words are part of a name only together with other words.
  if (spanTokens.every(({ lower }) => STOP_WORDS.has(lower)) || spanTokens.some(({ quoted }) => quoted)) return []
  const stems = spanTokens.map(({ lower }) => stemOf(lower))
  // "The country codes for countries": a repeated word belongs to another phrase.
  if (spanTokens.length < tokens.length && new Set(stems).size < stems.length) return []
  const found = nameIndexOf(view).having(stems)
  // "The number of flights" is a count, unless a column holds such numbers.
  const counts = /^(number|count|amount)$/.test(first.lower) && tokens[1]?.lower === 'of'
  return counts ? found.filter(({ column }) => holdsCounts(view, column)) : found
}

/** "Miles per gallon" for a column `mpg`. */
const acronymMeanings = (view: DatabaseView, tokens: readonly Token[]): readonly ColumnOption[] =>
  tokens.length < ACRONYM_MIN || !tokens.every(({ lower }) => /^[a-z]+$/.test(lower))
    ? []
    : nameIndexOf(view)
        .having([tokens.map(({ lower }) => lower[0]).join('')])
        .filter(({ weight }) => weight === 1)
const ACRONYM_MIN = 3

/** "How many people live there", "with the fewest people": a column of populations. */
const peopleOptions = (view: DatabaseView, tokens: readonly Token[], at: number): readonly ColumnOption[] =>
  PEOPLE.test(tokens[at]?.lower ?? '') && /^(many|most|fewest|least|more|fewer|less)$/.test(tokens[at - 1]?.lower ?? '')
    ? nameIndexOf(view).having([POPULATION])
    : []

/** "Units": columns that hold quantities. */
const unitOptions = (view: DatabaseView, token: Token | undefined): readonly ColumnOption[] =>
  token === undefined
    ? []
    : view.glossary.columns.flatMap(({ table, column, unit }) =>
        unit?.toLowerCase() === token.lower && columnOf(catalogOf(view), { table, column })?.kind === 'number'
          ? [{ column: { table, column }, weight: UNIT_WEIGHT }]
          : [],
      )
const UNIT_WEIGHT = 0.9

/** Whether a column counts other things than its rows: `match_num` of a match identifies it. */
const holdsCounts = (view: DatabaseView, { table, column }: ColumnOption['column']): boolean => {
  const { words = [], columns } = catalogOf(view).tables.get(table) ?? {}
  const info = columns?.get(column)
  const own = new Set([...words.map(stemOf), ...['num', 'number', 'no', 'nr'].map(stemOf)])
  return info?.kind === 'number' && !info.words.every((word) => own.has(stemOf(word)))
}

/** "First and last name", "first, middle and last name": columns of a table with a shared word. */
const sharedName = (view: DatabaseView, tokens: readonly Token[]): Meaning[] => {
  const noun = tokens.at(-1)
  const joints = tokens.slice(0, -1).map(({ lower }) => /^(and|or|,)$/.test(lower))
  const spanTokens = tokens.slice(0, -1).filter((_, at) => joints[at] === false)
  // Every word but the last is followed by a joint, and none is the noun itself.
  const isList =
    joints.length > 2 && joints.every((isJoint, at) => !isJoint || joints[at + 1] === false || at + 2 < joints.length)
  if (noun === undefined || !isList || joints[0] === true || spanTokens.length > SHARED_MAX) return []
  if (joints.some((isJoint, at) => !isJoint && at > 0 && joints[at - 1] === false)) return []
  if (spanTokens.some(({ stem, quoted }) => quoted || stem === noun.stem)) return []
  const [first = [], ...others] = spanTokens.map(({ stem }) => nameIndexOf(view).having([stem, noun.stem]))
  return first.flatMap((one): Meaning[] => {
    const columns = [one, ...others.map((options) => options.find(({ column }) => column.table === one.column.table))]
    if (columns.some((option) => option === undefined || option.weight < 1)) return []
    return [{ kind: 'columns', columns: columns.flatMap((option) => option?.column ?? []), weight: 1 }]
  })
}

const SHARED_MAX = 4

const best = (all: readonly ColumnOption[]): readonly ColumnOption[] => {
  const options = new Map<string, ColumnOption>()
  for (const option of all) {
    const key = JSON.stringify(option.column)
    if ((options.get(key)?.weight ?? 0) < option.weight) options.set(key, option)
  }
  const most = Math.max(0, ...[...options.values()].map(({ weight }) => weight))
  return [...options.values()].filter(({ weight }) => weight >= most - 0.4)
}

/** "Country codes" are those of the table of countries, rather than foreign keys to it. */
const keysFirst = (view: DatabaseView, options: readonly ColumnOption[]): readonly ColumnOption[] =>
  options.map((option) => {
    const { column, weight } = option
    const target = catalogOf(view).tables.get(column.table)?.columns.get(column.column)?.refTable ?? null
    const [key] = target === null ? [] : (catalogOf(view).tables.get(target)?.primaryKey ?? [])
    const isNamed = options.some((one) => one.column.table === target && one.column.column === key)
    return isNamed ? { column, weight: weight - ELSEWHERE } : option
  })
const ELSEWHERE = 0.025

const mentionsAt = (knowledge: Knowledge, values: ValueIndex, tokens: readonly Token[], start: number): Mention[] => {
  const { view } = knowledge
  const lexicon = lexiconOf(view)
  const found: Mention[] = []
  for (let length = 1; length <= Math.min(VALUE_WORDS_MAX, tokens.length - start); length++) {
    const slice = tokens.slice(start, start + length)
    const isPlain = !slice.some((token) => token.quoted)
    const written = slice.map((token) => token.lower)
    // "High schoolers" match a table `Highschooler`. "Top 5 customers" is looked up as "top customers".
    const isCounted = length === 3 && slice[1]?.number !== undefined
    const links =
      !isPlain || length > LEXICON_WORDS_MAX
        ? []
        : [
            written,
            ...(length === 2 && !written.some((word) => STOP_WORDS.has(word)) ? [[written.join('')]] : []),
            ...(isCounted ? [[written[0] ?? '', written[2] ?? '']] : []),
          ].flatMap((words) => lexicon.lookup(words))
    const meanings = linkMeanings(links)
    const isBareName = length === 1 && isName(slice[0])
    if (isBareName) found.push(...mentions(1, labelOfNext(view, tokens, start + 1)))
    const named =
      isPlain && length <= NAME_WORDS_MAX ? [...nameMeanings(view, slice), ...(isBareName ? labelsOf(view) : [])] : []
    const isTable = meanings.some(({ kind, weight }) => kind === 'table' && weight >= TABLE_NAMED)
    const linked = meanings.flatMap((meaning) => (meaning.kind === 'column' ? meaning.options : []))
    const sensed =
      length === 1 ? [...senseOptions(view, slice[0]?.lower ?? ''), ...peopleOptions(view, tokens, start)] : []
    const flags = isPlain && length <= NAME_WORDS_MAX ? flagOptions(knowledge, slice) : []
    // "Official languages": a boolean column is seldom one to show.
    const lessThan = flags.length === 0 ? 0 : FLAG_SHOWN
    const columns = columnMeaning(
      keysFirst(view, best([...linked, ...named, ...sensed, ...(length === 1 ? unitOptions(view, slice[0]) : [])]))
        .filter(
          ({ column, weight }) =>
            !isTable || (weight >= (isDate(view, column) ? 1 : WHOLE) && !isKeyOf(view, column, meanings)),
        )
        .map(({ column, weight }) => ({ column, weight: weight - lessThan })),
    )
    const all = [
      ...meanings.filter(({ kind }) => kind !== 'column'),
      ...columns,
      ...dateMeaning(view, slice, columns),
      ...filterMeaning([...filtersOf(links), ...flags]),
      ...(isPlain ? sharedName(view, slice) : []),
      ...withValues(valueMeanings(values, slice, start === 0), valuesOf(links)),
    ]
    found.push(...mentions(length, all))
    if (length === 1 && isId(slice[0])) found.push(...mentions(1, allKeys(view)))
    const tables = all.filter((meaning) => meaning.kind === 'table')
    // "Airline names" are the label of airlines, and "airline ids" their keys, regardless of the names of these columns.
    for (const { table, weight } of tables) {
      if (isId(tokens[start + length])) found.push(...mentions(length + 1, keyMeaning(view, [table], weight)))
      if (isName(tokens[start + length])) found.push(...mentions(length + 1, labelMeaning(view, table, weight)))
    }
  }
  return found
}

/** "Customers live in": a plural begins no compound. */
export const isSeveral = (token: Token | undefined): boolean =>
  token !== undefined && pluralize.isPlural(token.lower) && !pluralize.isSingular(token.lower)

/** "Store locations", with a table of stores: the column of that table. */
const compounds = (
  view: DatabaseView,
  tokens: readonly Token[],
  mentions: readonly (readonly Mention[])[],
): readonly (readonly Mention[])[] =>
  mentions.map((found, start) => {
    const made = found.flatMap(({ meaning, length }) =>
      meaning.kind !== 'table'
        ? []
        : (mentions[start + length] ?? []).flatMap((next) =>
            compoundOf(meaning, length, next, isSeveral(tokens[start + length - 1])),
          ),
    )
    return made.reduce<readonly Mention[]>((all, one) => withCompound(view, all, one), found)
  })

const compoundOf = (
  table: Extract<Meaning, { kind: 'table' }>,
  length: number,
  next: Mention,
  isSeveral: boolean,
): Mention[] => {
  if (next.meaning.kind !== 'column' || isSeveral) return []
  const options = next.meaning.options
    .filter(({ column, weight }) => column.table === table.table && weight >= OWN_MIN)
    .map(({ column, weight }) => ({ column, weight: Math.min(table.weight, weight) }))
  return columnMeaning(options).map((meaning) => ({ length: length + next.length, meaning }))
}
const OWN_MIN = 0.7
/** Adds the column of the compound's table to the columns with that name. */
const withCompound = (view: DatabaseView, found: readonly Mention[], compound: Mention): readonly Mention[] => {
  const { meaning, length } = compound
  const known = found.find((one) => one.length === length && one.meaning.kind === 'column')
  if (known?.meaning.kind !== 'column' || meaning.kind !== 'column') return [...found, compound]
  const merged = columnMeaning(keysFirst(view, best([...meaning.options, ...known.meaning.options])))
  return [...found.filter((one) => one !== known), ...merged.map((one) => ({ length, meaning: one }))]
}

/** What the words of a question may mean in a database. */
export function* linkWords(knowledge: Knowledge, question: string, when: PeriodContext): Sliced<Words> {
  const { view } = knowledge
  yield* makeNameIndex(view)
  const values = new ValueIndex(allValues(knowledge))
  const written = tokenise(question)
  const { today } = when
  if (written.length > TOKENS_MAX) return { tokens: written, corrections: [], mentions: [], times: [], today }
  const { tokens, corrections } = correctSpelling(view, values, written)
  yield
  const mentions: Mention[][] = []
  for (let start = 0; start < tokens.length; start++) {
    mentions.push(mentionsAt(knowledge, values, tokens, start))
    yield
  }
  return {
    tokens,
    corrections,
    today,
    mentions: compounds(view, tokens, mentions),
    times: tokens.map((_, start) => timeAt(tokens, start, when)),
  }
}
