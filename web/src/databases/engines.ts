/** An engine, and which fields its addresses have. */
export interface EngineForm {
  readonly name: 'postgres' | 'mysql' | 'sqlite' | 'mongodb'
  /** A file of the machine of the service has a path alone. */
  readonly isFile: boolean
  /** Where its servers usually listen. */
  readonly port?: number
  /** Whether an address says how the connection is encrypted. */
  readonly takesEncryption: boolean
}

const POSTGRES: EngineForm = { name: 'postgres', isFile: false, port: 5432, takesEncryption: true }

export const ENGINES: readonly EngineForm[] = [
  POSTGRES,
  { name: 'mysql', isFile: false, port: 3306, takesEncryption: true },
  { name: 'sqlite', isFile: true, takesEncryption: false },
  { name: 'mongodb', isFile: false, port: 27017, takesEncryption: false },
]

/** The fields of an engine; those of a server with encryption where it is not known. */
export const engineForm = (name?: string): EngineForm => ENGINES.find((engine) => engine.name === name) ?? POSTGRES
