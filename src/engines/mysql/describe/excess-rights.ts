import { type ExcessRights, PASSWORD, READER } from '../../shared/describe/inspection.ts'
import type { Lease } from '../connect/lease.ts'
import { quote } from '../language/names.ts'

/** Rights that do not go beyond reading. */
const READING: ReadonlySet<string> = new Set(['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES'])

/** Rights of the user beyond reading, as the server lists them. @throws server or driver errors */
export const excessRights = async ({ session }: Lease): Promise<ExcessRights> => {
  const grants = (await session.queryInternal('SHOW GRANTS')).map(([line]) => String(line))
  const [[database] = []] = await session.queryInternal('SELECT DATABASE()')
  return {
    rights: grants.flatMap(beyondReading),
    advice: [
      `CREATE USER '${READER}'@'%' IDENTIFIED BY '${PASSWORD}';`,
      `GRANT SELECT ON ${quote(String(database))}.* TO '${READER}'@'%';`,
    ],
  }
}

/** Parses `GRANT SELECT, INSERT (a, b) ON db.* TO user …`; a line that grants a role has no ON. */
const beyondReading = (line: string): readonly string[] => {
  const [begin, end] = [line.indexOf(' ON '), line.lastIndexOf(' TO ')]
  if (!line.startsWith('GRANT ') || begin < 0 || end < begin) return []
  const object = line.slice(begin + 4, end)
  const rights = line
    .slice(6, begin)
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((right) => right.trim())
  const excess = rights.filter((right) => !READING.has(right))
  if (line.endsWith(' WITH GRANT OPTION')) excess.push('GRANT OPTION')
  return excess.length === 0 || object.startsWith('PROXY') ? [] : [`has ${excess.join(', ')} on ${object}`]
}
