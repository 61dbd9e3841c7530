/** Queries as models write them for typical questions, on the two databases of `honest-databases.ts`. */
export type HonestQueries = Readonly<Record<HonestDatabaseName, readonly string[]>>

/** `shops`: the demo's; `clinics`: another one, of a network of clinics. */
export type HonestDatabaseName = 'shops' | 'clinics'
