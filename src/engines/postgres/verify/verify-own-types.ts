import type { OwnType, Schema } from '../../../guard/schema.ts'

/** The verifier's own interpretation of user-defined types. */
export class VerifiedTypes {
  readonly #types: readonly OwnType[]

  constructor({ types }: Schema) {
    // User-defined types are not in the server's schemas.
    this.#types = (types ?? []).filter(({ schema }) => !/^(?:pg_|information_schema$)/.test(schema))
  }

  /** The type as the server compares it: a domain's base type, with the column's collation. */
  below(declared: string): string {
    const at = declared.search(/ collate /i)
    const [type, collation] = at < 0 ? [declared, ''] : [declared.slice(0, at), declared.slice(at)]
    const base = this.#types.find((one) => one.declared === type)?.base
    return base === undefined ? declared : base + collation
  }

  /** The enumeration of a column, if any. */
  enumeration(declared: string): OwnType | undefined {
    return this.#types.find((one) => one.declared === declared && one.labels !== undefined)
  }

  /** Whether a cast to this type can only yield a value of an enumeration. */
  isEnumeration(names: readonly string[]): boolean {
    const [schema, name, ...more] = names
    const isIt = (one: OwnType): boolean => one.schema === schema && one.name === name && one.labels !== undefined
    return more.length === 0 && this.#types.some(isIt)
  }

  hasField(declared: string, field: string): boolean {
    return this.#types.some((one) => one.declared === declared && one.fields?.includes(field) === true)
  }
}
