/**
 * Names for the columns of a result: two of one name would be one field of a row, so the second becomes `name_2`.
 *
 * @param names as the database gives them
 */
export const distinctNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  for (const written of names) {
    const name = written === '' || written === '__proto__' ? 'column' : written
    let free = name
    for (let count = 2; taken.has(free) || (free !== name && names.includes(free)); count++) free = `${name}_${count}`
    taken.add(free)
  }
  return [...taken]
}
