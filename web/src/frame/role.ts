import { type Me, session } from '../api/session.ts'
import { useStore } from '../ui/store.ts'

export type Role = Me['role']
/** The role that a page needs: owner, admin or any. */
export type Needs = 'owner' | 'admin' | 'anyone'

export const mayOpen = (role: Role | undefined, needs: Needs): boolean =>
  needs === 'anyone' || role === 'owner' || (role === 'admin' && needs === 'admin')

/** The role of the logged-in user; undefined without a session. */
export const useRole = (): Role | undefined => {
  const now = useStore(session)
  return now.kind === 'in' ? now.me.role : undefined
}
