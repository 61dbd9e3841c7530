import recorded from './examples.json' with { type: 'json' }

/** A request that was really made, and what was really answered, by status. */
export interface Examples {
  readonly request?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

const EXAMPLES: Readonly<Record<string, Examples>> = recorded

/** Recorded examples of one endpoint, if there are any. @param operation its method and path: `post /chat/message` */
export const examplesOf = (operation: string): Examples => EXAMPLES[operation] ?? {}
