/**
 * Maps all spellings of a name that an engine treats as equal to one form. Rules differ by engine, server and kind of
 * name, so each engine supplies its own. Names that the engine keeps apart must stay apart: otherwise a policy entry
 * `orders` would open a table `Orders` that has no entry.
 */
export interface NameFolding {
  /** A table's name as in policies, with its schema where the engine has schemas. */
  table(name: string): string
  column(name: string): string
}
