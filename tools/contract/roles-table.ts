import { mayUse, ROLES } from '../../src/access/rules/role.ts'
import type { Route } from '../../src/http/route.ts'

const BEGIN = '<!-- matrix: npm run record:contract -->'
const END = '<!-- end of the matrix -->'

/** What each role and each kind of key may use, as a table in Markdown, from what the routes declare. */
export const rolesTable = (routes: readonly Route[]): string => {
  const head = ['Route', ...ROLES, '`sk_…`', '`pk_…`']
  const rows = routes.map((route) => [`\`${route.method.toUpperCase()} ${shown(route.path)}\``, ...cells(route)])
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return `${BEGIN}\n${lines.join('\n')}\n${END}`
}

const shown = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const cells = ({ needs }: Route): readonly string[] => {
  if (needs === 'anyone') return [...ROLES, 'sk', 'pk'].map(() => 'anyone')
  const mark = (may: boolean): string => (may ? 'yes' : '–')
  return [
    ...ROLES.map((role) => mark(mayUse(role, needs))),
    mark(needs.keys.includes('organization')),
    mark(needs.keys.includes('database')),
  ]
}

/** The table that a page has, with its marks. */
export const rolesTableIn = (page: string): string | undefined => {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  return from < 0 || to < from ? undefined : page.slice(from, to + END.length)
}
