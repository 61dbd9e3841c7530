/** A nested `Pick`: `PartOf<StepParts, { databases: 'openAsCaller' }>`. */
export type PartOf<Whole, Names extends { readonly [Name in keyof Whole]?: keyof Whole[Name] }> = {
  readonly [Name in keyof Names & keyof Whole]: Pick<Whole[Name], Names[Name] & keyof Whole[Name]>
}
