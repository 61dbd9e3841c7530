/** Queries as models write them for typical questions, on the databases of `honest-databases.ts`. */
export type HonestQueries = Readonly<Partial<Record<HonestDatabaseName, readonly string[]>>>

/** `shops`: the demo; `clinics`, `practices`: a network of clinics and a group of doctors' practices. */
export type HonestDatabaseName = 'shops' | 'clinics' | 'practices'
