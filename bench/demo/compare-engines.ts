import type { DemoQuestion } from '../../demo/questions.ts'
import type { QueryResult } from '../../src/ask/rules/outcome.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import type { Json } from '../../src/platform/values/json.ts'
import type { Asked } from './asker.ts'
import type { DemoBench } from './run.ts'

const HALF_CENTS =
  'an average lies half-way between two cents, and is rounded up where fractions are decimal; as a binary fraction, in SQLite and in documents, it may be a little less'

/**
 * `same`: the same rows, or a query on neither engine; columns may be named by their path in documents. `excepted`:
 * different rows for a known reason, both correct by gold.
 */
export type Agreement = 'same' | 'excepted' | 'different'

/** Questions whose rows may differ from SQLite's, each with its reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  m191: HALF_CENTS,
  h031: HALF_CENTS,
  s081: HALF_CENTS,
}

export interface Compared {
  readonly question: DemoQuestion
  readonly tenant: number
  readonly agreement: Agreement
  /** Whether there are rows to compare. */
  readonly answered: boolean
  /** Both results, if they differ. */
  readonly detail: string
}

/** Compares the rows of a question on an engine with those on the reference engine. */
export class EngineComparison {
  readonly #reference: DemoBench
  readonly #known = new Map<string, Promise<Asked>>()

  /** @param reference over the demo of the same day */
  constructor(reference: DemoBench) {
    this.#reference = reference
  }

  async compare(question: DemoQuestion, tenant: number, other: DemoBench): Promise<Compared> {
    const key = `${question.id} ${tenant}`
    const known = this.#known.get(key) ?? this.#reference.ask(builtinPlanner(), question, tenant)
    this.#known.set(key, known)
    const [wanted, found] = [await known, await other.ask(builtinPlanner(), question, tenant)]
    const answered = wanted.result !== undefined || found.result !== undefined
    const compared = { question, tenant, answered, detail: `${summary(wanted)}\n  ${summary(found)}` }
    if (isSame(wanted, found)) return { ...compared, agreement: 'same' }
    const right = [wanted, found].every((asked) => this.#reference.isRight(question, tenant, asked))
    return { ...compared, agreement: right && Object.hasOwn(EXCEPTIONS, question.id) ? 'excepted' : 'different' }
  }
}

const isSame = (wanted: Asked, found: Asked): boolean => {
  if (wanted.draft.mode !== found.draft.mode) return false
  if (wanted.result === undefined || found.result === undefined) return wanted.result === found.result
  return sameResults(wanted.result, found.result)
}

/** Compares rows as multisets: by column names if these are equal, else by position. */
const sameResults = (wanted: QueryResult, found: QueryResult): boolean => {
  if (wanted.rows.length === 0 || found.rows.length === 0) return wanted.rows.length === found.rows.length
  const [names, others] = [namesOf(wanted), namesOf(found)]
  if (names.length !== others.length) return false
  const byName = names.every((name) => others.includes(name))
  return linesOf(wanted, names).join('\n') === linesOf(found, byName ? names : others).join('\n')
}

const namesOf = ({ columns }: QueryResult): readonly string[] => columns.map(({ name }) => name)

const linesOf = ({ rows }: QueryResult, names: readonly string[]): readonly string[] =>
  rows.map((row) => JSON.stringify(names.map((name) => plainCell(row[name] ?? null)))).toSorted()

/**
 * Normalizes values of all engines by the documented mapping: a day is its first moment on engines with timestamps
 * only, a boolean is 1 or 0 on engines with numbers only, and sums of fractions are rounded.
 */
const plainCell = (cell: Json): Json => {
  if (typeof cell === 'string') return cell.replace(/^(\d{4}-\d\d-\d\d)T00:00:00Z$/, '$1')
  if (typeof cell === 'boolean') return Number(cell)
  return typeof cell === 'number' ? Number(cell.toPrecision(10)) : cell
}

const summary = ({ draft, result, refused }: Asked): string => {
  if (draft.mode !== 'query') return `[${draft.mode}] ${draft.reply}`
  const rows = result?.rows.map((row) => JSON.stringify(row)) ?? []
  return `${refused === undefined ? '' : `[${refused}] `}${draft.query} → ${rows.length} ${rows.slice(0, 3).join(' ')}`
}
