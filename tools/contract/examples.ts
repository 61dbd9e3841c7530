/** A request that was really made, and what was really answered, by status. */
export interface Examples {
  readonly request?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

/** Examples by operation: its method and address, as the document has them: `get /api/v1/jobs/{job_id}`. */
export type ExamplesByOperation = Readonly<Record<string, Examples>>

/** What of a document is read here, or of a part of it. */
interface Content {
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } }
}

interface Operation {
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The examples that a document has. @param paths those of the document */
export const examplesIn = (paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>): ExamplesByOperation =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([address, operations]) =>
      Object.entries(operations).map(([method, { requestBody, responses }]) => {
        const answered = Object.entries(responses).flatMap(([status, reply]) => {
          const example = exampleOf(reply)
          return example === undefined ? [] : [[status, example] as const]
        })
        return [`${method} ${address}`, { request: exampleOf(requestBody), responses: Object.fromEntries(answered) }]
      }),
    ),
  )

const exampleOf = (part: Content | undefined): unknown => part?.content?.['application/json']?.example

/**
 * The examples that were recorded now, but those of before where an operation is asked the same and answers with the same
 * fields: ids, moments, durations and states differ with every recording, and are no change of the contract.
 */
export const steadyExamples = (before: ExamplesByOperation, now: ExamplesByOperation): ExamplesByOperation =>
  Object.fromEntries(
    Object.entries(now).map(([operation, examples]) => {
      const known = before[operation]
      return [operation, known !== undefined && outline(known) === outline(examples) ? known : examples]
    }),
  )

/** What two recordings of one operation share: all but ids of the request, and the names of fields of what succeeded. */
const outline = ({ request, responses = {} }: Examples): string => {
  const answered = Object.entries(responses).map(([status, body]) => [
    status,
    Number(status) < 400 ? steadyFieldsOf(body).toSorted() : masked(body),
  ])
  return JSON.stringify([masked(request), answered])
}

const masked = (value: unknown): string => (JSON.stringify(value) ?? '').replaceAll(UUID, '…').replaceAll(NUMBER, '0')

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const NUMBER = /\d[\d.]*/g

/** The paths of a value, those of all elements of a list as of one. */
function* pathsOf(value: unknown, at = ''): Generator<string> {
  yield at
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    if (!Array.isArray(value)) yield* pathsOf(part, `${at}/${name}`)
    else if (typeof part === 'object') yield* pathsOf(part, at)
}

/** The fields of a response. Those of a job's progress depend on when it is read. */
const steadyFieldsOf = (value: unknown): readonly string[] =>
  [...new Set(pathsOf(value))].filter((field) => !field.includes('/progress/'))
