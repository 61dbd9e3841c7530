import { mayUse, ROLES } from '../../src/access/rules/role.ts'
import type { Route } from '../../src/http/route.ts'
import { tagOf } from './operation.ts'

const HEAD = `# Endpoints and permissions

Every endpoint under \`/api/v1\`, and who may use it, as the routes declare it (\`npm run record:contract\` writes this page). Each links to
an example. [accounts.md](accounts.md#users-and-roles) describes the roles, [http.md](http.md#authentication) the keys. A key with fewer
permissions may use fewer endpoints. Operators send an [operator credential](operations.md#looking-at-the-service).`

const COLUMNS = ['Endpoint', 'What it does', ...ROLES, '`sk_…`', '`pk_…`', 'operator']

/** The page that lists every endpoint with what it does and who may use it, from what the routes declare. */
export const endpointsPage = (routes: readonly Route[]): string => {
  const sections = [...Map.groupBy(routes, tagOf)].map(([tag, own]) => `## ${tag}\n\n${table(own)}`)
  return `${[HEAD, ...sections].join('\n\n')}\n`
}

const table = (routes: readonly Route[]): string =>
  [COLUMNS, COLUMNS.map(() => '---'), ...routes.map((route) => [linked(route), route.summary, ...marks(route)])]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const linked = ({ method, path }: Route): string => {
  const shown = path.replaceAll(/:(\w+)/g, '{$1}')
  const heading = `${method} /api/v1${shown}`.replaceAll(/[^\w\s-]/g, '').replaceAll(' ', '-')
  return `[\`${method.toUpperCase()} ${shown}\`](api.md#${heading})`
}

const marks = (route: Route): readonly string[] => {
  const { needs } = route
  if (needs === 'anyone') return [...ROLES, 'sk', 'pk', 'operator'].map(() => 'anyone')
  const mayCall = [
    ...ROLES.map((role) => mayUse(role, needs)),
    needs.keys.includes('organization'),
    needs.keys.includes('database'),
    'handleOperator' in route,
  ]
  return mayCall.map((may) => (may ? 'yes' : '–'))
}
