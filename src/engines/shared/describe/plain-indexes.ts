/**
 * What is known of indexes for planning: their columns in order, up to the first part that is an expression.
 *
 * @param parts of each index, in order; null where a part is no column
 */
export const plainIndexes = (parts: readonly (readonly (string | null)[])[]): readonly (readonly string[])[] =>
  parts
    .map((columns) => {
      const end = columns.indexOf(null)
      return columns.slice(0, end < 0 ? columns.length : end).filter((column) => column !== null)
    })
    .filter((columns) => columns.length > 0)
