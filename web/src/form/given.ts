type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Those fields that have a value: the contract has no field that is undefined. */
export const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.assign({}, ...Object.entries(fields).map(([name, value]) => (value === undefined ? {} : { [name]: value })))
