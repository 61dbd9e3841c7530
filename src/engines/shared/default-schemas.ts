/** Engines whose tables lie in schemas, and the schema of a table that is written without one. */
export const DEFAULT_SCHEMAS: Readonly<Record<string, string>> = { postgres: 'public' }
