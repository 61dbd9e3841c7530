import { type Me, session } from '../api/session.ts'
import { useStore } from '../ui/store.ts'

export type Role = Me['role']
/** Who may open a page: owners, owners and admins, or anyone. */
export type Needs = 'owner' | 'admin' | 'anyone'

export const mayOpen = (role: Role | undefined, needs: Needs): boolean =>
  needs === 'anyone' || role === 'owner' || (role === 'admin' && needs === 'admin')

/** The user's role; undefined without a login. */
export const useRole = (): Role | undefined => {
  const now = useStore(session)
  return now.kind === 'in' ? now.me.role : undefined
}
