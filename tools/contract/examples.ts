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
