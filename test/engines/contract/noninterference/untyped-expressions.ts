import type { Choose } from '../query-grammar.ts'
import type { Constants } from './engine-twins.ts'
import type { Column, Expressions } from './sql-shapes.ts'

/** A function or operator with placeholders: `%` for each operand, MODULO for the percent sign. */
export interface Spelling {
  /** The guard's name of it. */
  readonly name: string
  readonly text: string
}

/** The functions and operators of a language without static types. */
export interface UntypedWords {
  readonly values: readonly [Spelling, ...Spelling[]]
  /** Expressions that are true or false. */
  readonly tests: readonly [Spelling, ...Spelling[]]
  readonly aggregates: readonly [Spelling, ...Spelling[]]
  /** Functions that require a window; aggregates may have one. */
  readonly windows: readonly [Spelling, ...Spelling[]]
  /** Lateral items of FROM. */
  readonly rows: readonly Spelling[]
  readonly materialized: readonly [string, ...string[]]
  /** Further literals of the language. */
  readonly literals: readonly string[]
}

/** Gives `name(%, %)` for `name/2`, and one spelling per operand count for `name/1-3`. */
export const calls = (list: string): readonly Spelling[] =>
  list
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [name = '', counts = ''] = entry.split('/')
      const [least = 0, most = least] = counts.split('-').map(Number)
      return Array.from({ length: most - least + 1 }, (_, more) => ({
        name,
        text: `${name}(${Array.from({ length: least + more }, () => '%').join(', ')})`,
      }))
    })

/** The guard's names of all functions and operators. */
export const wordNames = ({ values, tests, aggregates, windows, rows }: UntypedWords): ReadonlySet<string> =>
  new Set([values, tests, aggregates, windows, rows].flatMap((words) => words.map(({ name }) => name)))

const DEPTH = 2

export class UntypedExpressions implements Expressions {
  readonly materialized: readonly [string, ...string[]]
  readonly #words: UntypedWords
  readonly #literals: readonly [string, ...string[]]

  constructor(words: UntypedWords, { integers, texts }: Constants) {
    this.#words = words
    this.materialized = words.materialized
    const quoted = texts.filter((text) => !text.includes('\\')).map((text) => `'${text.replaceAll("'", "''")}'`)
    this.#literals = ['1', 'NULL', ...quoted, ...integers, ...words.literals]
  }

  value(choose: Choose, columns: readonly Column[]): Column {
    return { text: this.#expression(choose, columns, DEPTH), kind: '' }
  }

  condition(choose: Choose, columns: readonly Column[]): string {
    const test = (): string => this.#spell(choose, choose(this.#words.tests), columns, DEPTH)
    return choose([
      test,
      test,
      () => `NOT (${test()})`,
      () => `(${test()} OR ${test()})`,
      () => this.#expression(choose, columns, DEPTH),
    ])()
  }

  aggregate(choose: Choose, columns: readonly Column[]): Column {
    return { text: this.#spell(choose, choose(this.#words.aggregates), columns, DEPTH), kind: '' }
  }

  windowed(choose: Choose, columns: readonly Column[], order: string): string {
    return `${this.#spell(choose, choose(this.#words.windows), columns, 1)} OVER (${order})`
  }

  rows(choose: Choose, columns: readonly Column[], alias: string) {
    const [first, ...more] = this.#words.rows
    if (first === undefined) return undefined
    return {
      from: this.#spell(choose, choose([first, ...more]), columns, 1).replaceAll('ALIAS', alias),
      columns: [{ text: `${alias}.value`, kind: '' }],
    }
  }

  #expression(choose: Choose, columns: readonly Column[], depth: number): string {
    const leaf = (): string =>
      choose([() => this.#column(choose, columns), () => this.#column(choose, columns), () => choose(this.#literals)])()
    if (depth === 0) return leaf()
    const value = (): string => this.#spell(choose, choose(this.#words.values), columns, depth)
    return choose([leaf, value, value, () => `(${this.#spell(choose, choose(this.#words.tests), columns, depth)})`])()
  }

  #spell(choose: Choose, { text }: Spelling, columns: readonly Column[], depth: number): string {
    return text.replaceAll('%', () => this.#expression(choose, columns, depth - 1)).replaceAll('MODULO', '%')
  }

  #column(choose: Choose, columns: readonly Column[]): string {
    const [first = { text: 'NULL', kind: '' }, ...more] = columns
    return choose([first, ...more]).text
  }
}
