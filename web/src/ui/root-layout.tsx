import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../api/session.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Announcer } from './announcer.tsx'
import { NewVersionBar } from './new-version-bar.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useStore } from './store.ts'

/** Layout of all pages: live regions, the offline note, and the redirect to the login after a session has ended. */
export const RootLayout = () => {
  const texts = useTexts()
  const now = useStore(session)
  const navigate = useNavigate()
  const at = useRouterState({ select: ({ location }) => location })
  useEffect(() => {
    // Operators need no login; their pages link to it.
    const isOpen = at.pathname === '/login' || at.pathname.startsWith('/operators/')
    if (now.kind === 'out' && now.expired && !isOpen) void navigate({ to: '/login', search: { next: at.href } })
  }, [now, at, navigate])
  return (
    <>
      <Announcer />
      <OfflineBar texts={texts} />
      <NewVersionBar />
      <Outlet />
    </>
  )
}
