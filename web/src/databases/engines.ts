/** An engine, and the fields of its addresses. */
export interface EngineForm {
  readonly name: 'postgres' | 'mysql' | 'sqlite' | 'mongodb'
  /** An address that is only a path of a file on the server. */
  readonly isFile: boolean
  /** Default port. */
  readonly port?: number
  /** Whether an address has an encryption option. */
  readonly takesEncryption: boolean
}

const POSTGRES: EngineForm = { name: 'postgres', isFile: false, port: 5432, takesEncryption: true }

export const ENGINES: readonly EngineForm[] = [
  POSTGRES,
  { name: 'mysql', isFile: false, port: 3306, takesEncryption: true },
  { name: 'sqlite', isFile: true, takesEncryption: false },
  { name: 'mongodb', isFile: false, port: 27017, takesEncryption: false },
]

/** The form of an engine; unknown engines get the form of PostgreSQL. */
export const engineForm = (name?: string): EngineForm => ENGINES.find((engine) => engine.name === name) ?? POSTGRES
