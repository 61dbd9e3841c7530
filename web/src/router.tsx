import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { BASE_PATH } from './api/address.ts'
import { session } from './api/session.ts'
import { Frame } from './frame/frame.tsx'
import { CrashedPage } from './ui/crashed-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'
import { RootLayout } from './ui/root-layout.tsx'

interface RouterContext {
  readonly queries: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashedPage,
})

/** Redirects to the login, and back afterwards. */
const requireLogin = ({ location }: { readonly location: { readonly href: string } }): void => {
  if (session.get().kind !== 'in') throw redirect({ to: '/login', search: { next: location.href } })
}

/** The given search parameters that are texts or numbers; all others are dropped. */
const textsOf = <Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [N in Name]?: string } =>
  Object.assign(
    {},
    ...names.map((name) => {
      const value = search[name]
      return typeof value === 'string' || typeof value === 'number' ? { [name]: String(value) } : {}
    }),
  )

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/ask/{-$conversation}', replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>) => textsOf(search, ['organization', 'next']),
  component: lazyRouteComponent(() => import('./access/login-page.tsx'), 'LoginPage'),
})

const loggedIn = createRoute({
  getParentRoute: () => root,
  id: 'logged-in',
  beforeLoad: requireLogin,
  component: Frame,
})

/** Management pages: path and search parameters. */
const managing = [
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases',
    component: lazyRouteComponent(() => import('./databases/databases-page.tsx'), 'DatabasesPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases/new',
    component: lazyRouteComponent(() => import('./databases/add-database-page.tsx'), 'AddDatabasePage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases/$database',
    component: lazyRouteComponent(() => import('./databases/database-page.tsx'), 'DatabasePage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases/$database/policy',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['tenant', 'scope', 'show']),
    component: lazyRouteComponent(() => import('./policy/policy-page.tsx'), 'PolicyPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases/$database/glossary',
    component: lazyRouteComponent(() => import('./glossary/glossary-page.tsx'), 'GlossaryPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases/$database/queries',
    component: lazyRouteComponent(() => import('./queries/queries-page.tsx'), 'QueriesPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/databases/$database/attack',
    component: lazyRouteComponent(() => import('./attacks/attacks-page.tsx'), 'AttacksPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/evaluation',
    component: lazyRouteComponent(() => import('./evaluation/evaluations-page.tsx'), 'EvaluationsPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/evaluation/$run',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['with']),
    component: lazyRouteComponent(() => import('./evaluation/evaluation-page.tsx'), 'EvaluationPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/keys',
    component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/people',
    component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/sso-settings',
    component: lazyRouteComponent(() => import('./sso-settings/sso-settings-page.tsx'), 'SsoSettingsPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/personalities',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['edit']),
    component: lazyRouteComponent(() => import('./personalities/personalities-page.tsx'), 'PersonalitiesPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/webhooks/$webhook',
    component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/theme',
    component: lazyRouteComponent(() => import('./branding/branding-page.tsx'), 'BrandingPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/usage',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['from', 'to', 'by']),
    component: lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/billing',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['checkout']),
    component: lazyRouteComponent(() => import('./billing/billing-page.tsx'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => loggedIn,
    path: '/audit',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['actor', 'action', 'subject', 'from', 'to']),
    component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
] as const

const askPage = lazyRouteComponent(() => import('./ask/ask-page.tsx'), 'AskPage')

const ask = createRoute({
  getParentRoute: () => loggedIn,
  path: '/ask/{-$conversation}',
  validateSearch: (search: Record<string, unknown>) => textsOf(search, ['database', 'q', 'receipt']),
  component: askPage,
})

const account = createRoute({
  getParentRoute: () => loggedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./access/account-page.tsx'), 'AccountPage'),
})

/** Where apps send their users, who may have to log in first. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect/$request',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('./connect/connect-page.tsx'), 'ConnectPage'),
})

/** Pages for operators, which need an operator credential instead of a login. */
const operators = createRoute({
  getParentRoute: () => root,
  path: '/operators',
  component: lazyRouteComponent(() => import('./operators/operators-layout.tsx'), 'OperatorsLayout'),
})

const operating = [
  createRoute({
    getParentRoute: () => operators,
    path: '/turns',
    validateSearch: (search: Record<string, unknown>) =>
      textsOf(search, ['show', 'database', 'problem', 'organization']),
    component: lazyRouteComponent(() => import('./operators/turns-page.tsx'), 'TurnsPage'),
  }),
  createRoute({
    getParentRoute: () => operators,
    path: '/health',
    component: lazyRouteComponent(() => import('./operators/health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: () => operators,
    path: '/limits',
    validateSearch: (search: Record<string, unknown>) => textsOf(search, ['organization']),
    component: lazyRouteComponent(() => import('./operators/limits-page.tsx'), 'LimitsPage'),
  }),
] as const

const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso',
  validateSearch: (search: Record<string, unknown>) => textsOf(search, ['organization']),
  component: lazyRouteComponent(() => import('./access/sso-page.tsx'), 'SsoPage'),
})

const mailedPages = [
  ['/invitation', 'InvitationPage'],
  ['/password-reset', 'PasswordResetPage'],
  ['/email-verification', 'EmailVerificationPage'],
] as const

const mailed = mailedPages.map(([path, name]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('./access/mailed-pages.tsx'), name),
  }),
)

/** The pages of the portal, below the path of a reverse proxy. */
export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      home,
      login,
      sso,
      connect,
      ...mailed,
      operators.addChildren([...operating]),
      loggedIn.addChildren([ask, account, ...managing]),
    ]),
    basepath: BASE_PATH,
    context: { queries },
    scrollRestoration: false,
    defaultPreload: false,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
