import type { ColumnValues, DatabaseView, VisibleColumn } from '../ask/rules/knowledge.ts'
import { wordsOf } from '../manage/patterns/rules/template/words-of.ts'
import type { Sliced } from '../platform/values/sliced.ts'
import { EVERYDAY_WORDS, QUESTION_WORDS, SOFT_WORDS, STOP_WORDS, singularOf } from './words/index.ts'

/** The names that a view publishes to all callers who share it. */
interface PublishedNames {
  /** Names of schemas, tables and columns, in lower case. */
  readonly names: ReadonlySet<string>
  /** Words of those names and of the glossary, with their singulars. */
  readonly words: ReadonlySet<string>
  /** Labels of enumerations, in lower case. */
  readonly labels: ReadonlySet<string>
}

/** General words of questions. */
const GENERAL = withSingulars(
  [...QUESTION_WORDS, ...STOP_WORDS, ...SOFT_WORDS, ...EVERYDAY_WORDS].flatMap((word) => wordsOf(word)),
)

function withSingulars(words: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>()
  for (const word of words) {
    all.add(word)
    all.add(singularOf(word))
  }
  return all
}

const ofViews = new WeakMap<DatabaseView, PublishedNames>()
const ofValues = new WeakMap<readonly ColumnValues[], ReadonlySet<string>>()

/** Cached per view, weakly. */
export function* publishedNames(view: DatabaseView): Sliced<PublishedNames> {
  const known = ofViews.get(view)
  if (known !== undefined) return known
  const { schema, glossary } = view
  const names = new Set<string>(schema.database === undefined ? [] : [schema.database.toLowerCase()])
  const labels = new Set<string>()
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const word of withSingulars(wordsOf(text))) words.add(word)
  }
  for (const table of schema.tables) {
    for (const name of [
      table.name,
      ...(table.schema === undefined ? [] : [table.schema]),
      ...table.columns.map((column) => column.name),
    ]) {
      names.add(name.toLowerCase())
      add(name)
    }
    for (const label of table.columns.flatMap(labelsOf)) {
      labels.add(label.toLowerCase())
      add(label)
    }
    yield
  }
  for (const { synonyms } of [...glossary.tables, ...glossary.columns]) synonyms.forEach(add)
  for (const { phrase } of glossary.phrases) add(phrase)
  yield
  const made = { names, words, labels }
  ofViews.set(view, made)
  return made
}

const labelsOf = ({ labels = [] }: VisibleColumn): readonly string[] => labels

/** The words of categories, cached by identity. */
export function* wordsOfCategories(values: readonly ColumnValues[]): Sliced<ReadonlySet<string>> {
  const known = ofValues.get(values)
  if (known !== undefined) return known
  const words = new Set<string>()
  for (const column of values) {
    for (const value of column.values) for (const word of withSingulars(wordsOf(value))) words.add(word)
    yield
  }
  ofValues.set(values, words)
  return words
}

/** Whether a word is in one of these sets. */
export const isPublishedWord =
  (...published: readonly ReadonlySet<string>[]) =>
  (word: string): boolean =>
    [word, singularOf(word)].some((form) => published.some((words) => words.has(form)))

/** Whether a word is a general one or in one of these sets. */
export const isKnownWord = (...published: readonly ReadonlySet<string>[]) => isPublishedWord(GENERAL, ...published)
