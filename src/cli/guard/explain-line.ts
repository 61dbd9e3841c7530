import type { GuardedQuery, GuardResult } from '../../guard/guarded-query.ts'
import type { BoundValue } from '../../guard/restriction.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Json } from '../../platform/values/json.ts'

type Id = string | number | null

/** The result of the guard for one query, as printed. */
type Explanation =
  | {
      readonly id: Id
      readonly verdict: 'accepted'
      /** The statement that would run; for MongoDB the command, with its values inserted. */
      readonly query: Json
      /** In the order of the placeholders. */
      readonly params: readonly (number | string | null)[]
      readonly tables: readonly string[]
    }
  | { readonly id: Id; readonly verdict: 'refused'; readonly reason: string }

interface Explainer {
  guard(draft: string): Promise<GuardResult>
  shown?(query: GuardedQuery): Json
}

/**
 * Explains one line `{"id": …, "query": "…"}`; a malformed line is refused. For MongoDB the query may be an object: its JSON
 * is the draft.
 */
export const explainLine = async (line: string, { guard, shown }: Explainer): Promise<Explanation> => {
  const { id, query } = asked(line, shown !== undefined)
  if (query === undefined) return { id, verdict: 'refused', reason: 'malformed_line' }
  const result = await guard(query).catch((error: unknown) => {
    if (error instanceof Problem) return error
    throw error
  })
  if (result instanceof Problem) return { id, verdict: 'refused', reason: result.problem }
  if (!result.ok) return { id, verdict: 'refused', reason: result.refusal.reason }
  const { statement, parameters, tables } = result.query
  return {
    id,
    verdict: 'accepted',
    query: shown?.(result.query) ?? statement,
    params: parameters.map(jsonValue),
    tables,
  }
}

const asked = (line: string, takesObjects: boolean): { readonly id: Id; readonly query?: string } => {
  const value = parsed(line)
  if (typeof value !== 'object' || value === null) return { id: null }
  const [given, query] = [own(value, 'id'), own(value, 'query')]
  const id = typeof given === 'string' || typeof given === 'number' ? given : null
  if (typeof query === 'string') return { id, query }
  return takesObjects && typeof query === 'object' && query !== null ? { id, query: JSON.stringify(query) } : { id }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const own = (value: object, key: string): unknown => (Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined)

/** An integer that a JSON number cannot represent exactly becomes text. */
const jsonValue = (value: BoundValue): number | string | null =>
  typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
