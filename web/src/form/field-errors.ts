import type { Texts } from '../i18n/en.ts'

/** A request that was refused: the stable name of the problem, and the fields that it names. */
interface Refusal {
  readonly problem?: string | undefined
  readonly details: readonly { readonly field: string; readonly message: string }[]
}

/** What is wrong with fields of a form, by their names. */
export type FieldErrors<Name extends string> = { readonly [N in Name]?: string | undefined }

/** What the service says of fields of a form, or of the first member of a list that fails; undefined where it names none of them. */
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
