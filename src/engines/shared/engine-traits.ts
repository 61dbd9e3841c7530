/** Engines whose tables lie in schemas, and the schema of a table that is written without one. */
export const DEFAULT_SCHEMAS: Readonly<Record<string, string>> = { postgres: 'public' }

/** Engines whose fields hold values of any type: there a policy says as which types owners are kept. */
export const TYPED_VALUES: ReadonlySet<string> = new Set(['mongodb'])
