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

/** Whoever is not logged in does that first, and comes back. */
const requireLogin = ({ location }: { readonly location: { readonly href: string } }): void => {
  if (session.get().kind !== 'in') throw redirect({ to: '/login', search: { next: location.href } })
}

/** Those fields of an address that are texts or numbers; whatever else stands there is left out. */
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

const loggedIn = createRoute({ getParentRoute: () => root, id: 'logged-in', beforeLoad: requireLogin })

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

const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso',
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

/** The pages of the portal, below the path that a proxy puts before them. */
export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([home, login, sso, ...mailed, loggedIn.addChildren([ask, account])]),
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
