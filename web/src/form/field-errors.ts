import type { Texts } from '../i18n/en.ts'

/** An error response: the stable name of the problem, and its fields. */
interface Refusal {
  readonly problem?: string | undefined
  readonly details: readonly { readonly field: string; readonly message: string }[]
}

/** Errors of form fields, by name. */
export type FieldErrors<Name extends string> = { readonly [N in Name]?: string | undefined }

/** Errors of form fields in a response, also of the first invalid list item; undefined if it names none of them. */
export const fieldErrorsOf = <Name extends string>(
  { details, problem }: Refusal,
  names: readonly Name[],
  { problems }: Pick<Texts, 'problems'>,
): FieldErrors<Name> | undefined => {
  const found = names.flatMap((name) => {
    const said = details.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message
    return said === undefined ? [] : [{ [name]: (problem === undefined ? undefined : problems[problem]) ?? said }]
  })
  return found.length === 0 ? undefined : Object.assign({}, ...found)
}
