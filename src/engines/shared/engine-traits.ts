/** Default schema per engine that has schemas. */
export const DEFAULT_SCHEMAS: Readonly<Record<string, string>> = { postgres: 'public' }

/** Engines with untyped fields, where policies state the types of owners. */
export const TYPED_VALUES: ReadonlySet<string> = new Set(['mongodb'])
