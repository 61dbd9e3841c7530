import { Outlet } from '@tanstack/react-router'
import '../styles/operators.css'
import { session } from '../api/session.ts'
import { Frame } from '../frame/frame.tsx'
import { useStore } from '../ui/store.ts'
import { credential } from './credential.ts'

/** Layout of the operators' pages, with the navigation for a logged-in user. A login is not required. */
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
