/** Outside of the basic plane a character is two units of a text. */
const LONG = /[\ud800-\udfff]/

/**
 * Finds places in a text. The parser counts lines and characters (not UTF-16 units) from 1.
 *
 * @returns for a line and a column the offset in the text; -1 where there is no such line
 */
export const offsetsIn = (text: string): ((line: number, column: number) => number) => {
  const lines = text.split('\n')
  const starts: number[] = []
  let start = 0
  for (const line of lines) {
    starts.push(start)
    start += line.length + 1
  }
  return (line, column) => {
    const [from, written] = [starts[line - 1], lines[line - 1]]
    if (from === undefined || written === undefined) return -1
    return from + (LONG.test(written) ? unitsOf(written, column - 1) : Math.min(column - 1, written.length))
  }
}

/** How many units the first characters of a line take. */
const unitsOf = (line: string, characters: number): number => {
  let units = 0
  for (let count = 0; count < characters && units < line.length; count++)
    units += (line.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}
