import type { z } from 'zod'
import { mistakeWords, OTHER_FORM, REQUIRED, UNKNOWN } from './mistake-words.ts'

/** One thing that is wrong with a value that somebody wrote. */
export interface Mistake {
  readonly path: readonly PropertyKey[]
  /** What is wrong, to be read after the name of the field. */
  readonly message: string
  /** `missing`: something is not there. `format`: it is text, and not of the form. */
  readonly kind: 'missing' | 'format' | 'other'
}

export type Held<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] }

/**
 * What somebody wrote (a request, a file, the environment), held against a schema: the one way to do it, so that
 * everybody who wrote something reads the same words about it, and none of a library.
 */
export const heldAgainst = <Schema extends z.ZodType>(schema: Schema, input: unknown): Held<z.output<Schema>> => {
  try {
    const parsed = schema.safeParse(input, { error: mistakeWords, reportInput: true })
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, mistakes: parsed.error.issues.flatMap(nearest).map(mistakeOf) }
  } catch (error) {
    // Some schemas look into a value as deep as it goes.
    if (!(error instanceof RangeError)) throw error
    return { ok: false, mistakes: [{ path: [], message: 'is nested too deeply', kind: 'other' }] }
  }
}

const mistakeOf = ({ path, message, code, input }: z.core.$ZodIssue): Mistake => {
  const isMissing = message === REQUIRED || (input === undefined && WITHOUT_VALUE.has(code))
  if (isMissing) return { path, message: REQUIRED, kind: 'missing' }
  return { path, message, kind: code === 'invalid_format' ? 'format' : 'other' }
}

/** What is said of a value that is not there, whatever words its schema has for a wrong one. */
const WITHOUT_VALUE: ReadonlySet<z.core.$ZodIssue['code']> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/**
 * What is wrong with a value that may have one of several forms: what is wrong by the form that it comes closest to, or
 * what its schema says of a value that has none of them. Of unknown fields each is told, the first ones.
 */
const nearest = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, UNKNOWN_TOLD_MAX).map((key) => ({
      ...issue,
      keys: [key],
      path: [...path, key.slice(0, NAME_TOLD_MAX)],
      message: UNKNOWN,
    }))
  if (issue.code === 'invalid_key') return issue.issues.map((inner) => ({ ...inner, path: [...path, ...inner.path] }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const likely = issue.errors.filter((form) => !form.some(isOfAnotherKind))
  if (likely.length === 0 && issue.message !== OTHER_FORM) return [issue]
  const [closest = []] = (likely.length === 0 ? issue.errors : likely).toSorted((a, b) => a.length - b.length)
  return closest.flatMap((inner) => nearest({ ...inner, path: [...path, ...inner.path] }))
}

/** Whether a value is not even of the kind of a form: a number where that is an object. */
const isOfAnotherKind = ({ path, code }: z.core.$ZodIssue): boolean => path.length === 0 && WITHOUT_VALUE.has(code)

/** Fields that are told to be unknown, and how much of the name of each. */
const UNKNOWN_TOLD_MAX = 10
const NAME_TOLD_MAX = 100
