import { Outlet } from '@tanstack/react-router'
import '../styles/operators.css'
import { session } from '../api/session.ts'
import { Frame } from '../frame/frame.tsx'
import { useStore } from '../ui/store.ts'
import { credential } from './credential.ts'

/** What surrounds the operators' pages: the way to all other pages where somebody is logged in. Nobody has to be. */
export const OperatorsLayout = () => {
  const isLoggedIn = useStore(session).kind === 'in'
  const { token } = useStore(credential)
  if (isLoggedIn) return <Frame />
  if (token === undefined) return <Outlet />
  return (
    <div className="framed">
      <Outlet />
    </div>
  )
}
