import { type ExcessRights, PASSWORD, READER } from '../../shared/describe/inspection.ts'
import type { Lease } from '../connect/lease.ts'
import { quote } from '../language/names.ts'

/** What reading needs, or does not go beyond it. */
const READING: ReadonlySet<string> = new Set(['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES'])

/** What a user may do beyond reading, as the server lists it. @throws what the server or the driver says */
export const excessRights = async ({ session }: Lease): Promise<ExcessRights> => {
  const grants = (await session.own('SHOW GRANTS')).map(([line]) => String(line))
  const [[database] = []] = await session.own('SELECT DATABASE()')
  return {
    rights: grants.flatMap(beyondReading),
    advice: [
      `CREATE USER '${READER}'@'%' IDENTIFIED BY '${PASSWORD}';`,
      `GRANT SELECT ON ${quote(String(database))}.* TO '${READER}'@'%';`,
    ],
  }
}

/** `GRANT SELECT, INSERT (a, b) ON db.* TO user …`; a line that gives a role has no ON. */
const beyondReading = (line: string): readonly string[] => {
  const [begin, end] = [line.indexOf(' ON '), line.lastIndexOf(' TO ')]
  if (!line.startsWith('GRANT ') || begin < 0 || end < begin) return []
  const place = line.slice(begin + 4, end)
  const given = line
    .slice(6, begin)
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((right) => right.trim())
  const beyond = given.filter((right) => !READING.has(right))
  if (line.endsWith(' WITH GRANT OPTION')) beyond.push('GRANT OPTION')
  return beyond.length === 0 || place.startsWith('PROXY') ? [] : [`has ${beyond.join(', ')} on ${place}`]
}
