import { wordsOfName } from './column-titles.ts'
import type { ComparedStatement, GuardedStatement, Receipt } from './receipt.ts'

/** The names of a customer's database that an answer was made with. */
export interface AnswerNames {
  /** Tables, columns and aliases; undefined if no query is known: then every text that looks like a name is one. */
  readonly identifiers: ReadonlySet<string> | undefined
  /** What the glossary calls the tables. */
  readonly labels: readonly string[]
}

/** Names of a reply without a query. */
export const UNKNOWN_NAMES: AnswerNames = { identifiers: undefined, labels: [] }

/** A query, as far as its names are concerned. */
interface NamedQuery {
  /** Statements that name them. */
  readonly statements: readonly string[]
  readonly tables: readonly { readonly table: string; readonly label?: string | undefined }[]
  /** Further names, such as those of result columns. */
  readonly columns: readonly string[]
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu

export const namesOf = (queries: readonly NamedQuery[]): AnswerNames => ({
  identifiers: new Set(
    queries.flatMap(({ statements, tables, columns }) =>
      [...statements.map(withoutValues), ...tables.map(({ table }) => table), ...columns].flatMap(
        (text) => text.match(IDENTIFIER) ?? [],
      ),
    ),
  ),
  labels: [...new Set(queries.flatMap(({ tables }) => tables.flatMap(({ label }) => label ?? [])))],
})

/** The names of an answer whose queries were run. */
export const namesOfRuns = (
  runs: readonly { readonly receipt: Receipt; readonly result: { readonly columns: readonly { name: string }[] } }[],
): AnswerNames =>
  namesOf(
    runs.map(({ receipt, result }) => ({
      statements: [receipt, ...(receipt.compared ?? [])].flatMap(statementsOf),
      tables: receipt.tables,
      columns: [...receipt.tables.flatMap(({ columns }) => columns), ...result.columns.map(({ name }) => name)],
    })),
  )

const statementsOf = ({
  drafted,
  statement,
}: Pick<ComparedStatement, 'drafted'> & Pick<GuardedStatement, 'statement'>) => [drafted, statement]

/** Values of a statement are no names: in SQL quoted texts, in a command (JSON) what is neither a key nor a path. */
const withoutValues = (statement: string): string =>
  statement.trimStart().startsWith('{')
    ? statement.replaceAll(/"[^"$\\][^"\\]*"(?=\s*[,\]}])/g, ' ')
    : statement.replaceAll(/'(?:[^']|'')*'/g, ' ')

/** A name and its qualifiers, but no part of an address. */
const QUALIFIED = /(?<![\p{L}\p{N}_$@/:.])[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*(?![@/])/gu

/** Written for programs: `cust_nm`, `custNm`. */
const IS_TECHNICAL = /[\p{L}\p{N}][_$]+[\p{L}\p{N}]|^[_$]|\p{Ll}\p{Lu}/u

/** A text with words in place of names: `orders.cust_nm` → `cust nm`. */
export const withoutNames = (text: string, { identifiers }: AnswerNames): string =>
  text.replaceAll(QUALIFIED, (token) => {
    const parts = token.split('.')
    const last = parts.at(-1) ?? token
    const isName =
      identifiers === undefined
        ? IS_TECHNICAL.test(token)
        : identifiers.has(last) && (parts.length > 1 ? identifiers.has(parts[0] ?? '') : IS_TECHNICAL.test(last))
    return isName ? wordsOfName(last).join(' ') : token
  })

/** Removes names from a text that arrives in pieces: the last word of a piece is kept until the next. */
export const nameFilter = () => {
  let kept = ''
  return {
    /** What can be shown of the text so far. */
    push(piece: string, names: AnswerNames): string {
      const text = kept + piece
      kept = /\S*$/.exec(text)?.[0] ?? ''
      return withoutNames(text.slice(0, text.length - kept.length), names)
    },
    /** The rest of the text. */
    end(names: AnswerNames): string {
      const rest = withoutNames(kept, names)
      kept = ''
      return rest
    },
    /** Forgets a text that is begun anew. */
    reset(): void {
      kept = ''
    },
  }
}
