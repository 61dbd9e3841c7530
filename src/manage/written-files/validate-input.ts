import type { z } from 'zod'
import { INVALID_FORMAT, mistakeMessage, REQUIRED, UNKNOWN } from './mistake-message.ts'

/** A mistake in an input value. */
export interface InputMistake {
  readonly path: readonly PropertyKey[]
  /** To be appended to the name of the field. */
  readonly message: string
  /** `missing`: a required value is missing. `format`: a text has the wrong format. */
  readonly kind: 'missing' | 'format' | 'other'
}

type ValidationResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly mistakes: readonly InputMistake[] }

/**
 * Validates input (a request, a file, the environment) with a schema. All input is validated here, so that messages are
 * consistent and never those of zod.
 */
export const validateInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ValidationResult<z.output<Schema>> => {
  try {
    const parsed = schema.safeParse(input, { error: mistakeMessage, reportInput: true })
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, mistakes: parsed.error.issues.flatMap(closestIssues).map(mistakeOf) }
  } catch (error) {
    // Recursive schemas overflow the stack on deeply nested values.
    if (!(error instanceof RangeError)) throw error
    return { ok: false, mistakes: [{ path: [], message: 'is nested too deeply', kind: 'other' }] }
  }
}

const mistakeOf = ({ path, message, code, input }: z.core.$ZodIssue): InputMistake => {
  const isMissing = message === REQUIRED || (input === undefined && WITHOUT_VALUE.has(code))
  if (isMissing) return { path, message: REQUIRED, kind: 'missing' }
  return { path, message, kind: code === 'invalid_format' ? 'format' : 'other' }
}

/** Issues that mean a missing value if the input is undefined, regardless of the schema's message. */
const WITHOUT_VALUE: ReadonlySet<z.core.$ZodIssue['code']> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/**
 * Reduces the issues of a union to those of the closest alternative, or to the message of the union. Unknown fields are
 * reported separately, the first `UNKNOWN_FIELDS_MAX`.
 */
const closestIssues = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, UNKNOWN_FIELDS_MAX).map((key) => ({
      ...issue,
      keys: [key],
      path: [...path, key.slice(0, FIELD_NAME_MAX)],
      message: UNKNOWN,
    }))
  if (issue.code === 'invalid_key') return issue.issues.map((inner) => ({ ...inner, path: [...path, ...inner.path] }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const likely = issue.errors.filter((form) => !form.some(hasOtherType))
  if (likely.length === 0 && issue.message !== INVALID_FORMAT) return [issue]
  const [closest = []] = (likely.length === 0 ? issue.errors : likely).toSorted((a, b) => a.length - b.length)
  return closest.flatMap((inner) => closestIssues({ ...inner, path: [...path, ...inner.path] }))
}

/** Whether a value has another type than an alternative: a number instead of an object. */
const hasOtherType = ({ path, code }: z.core.$ZodIssue): boolean => path.length === 0 && WITHOUT_VALUE.has(code)

/** Maximum number of reported unknown fields, and length of their names. */
const UNKNOWN_FIELDS_MAX = 10
const FIELD_NAME_MAX = 100
