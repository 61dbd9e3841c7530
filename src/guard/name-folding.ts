/**
 * Brings every spelling of a name that means the same thing to one form. Engines differ here, one of them even by
 * server and by kind of name, so each gives its own: what it keeps apart must not be taken for one, because a policy's
 * `orders` would then open a table `Orders` that nobody classified.
 */
export interface NameFolding {
  /** A table's name as policies write it, with its schema where there are schemas. */
  table(name: string): string
  column(name: string): string
}
