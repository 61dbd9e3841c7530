type Defined<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Only the fields with a value, because the contract has no undefined fields. */
export const definedFields = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.assign({}, ...Object.entries(fields).map(([name, value]) => (value === undefined ? {} : { [name]: value })))
