import { type Me, session } from '../api/session.ts'
import { useStore } from '../ui/store.ts'

export type Role = Me['role']
/** Who may open a page: owners alone, or those too who manage. */
export type Needs = 'owner' | 'admin'

export const mayOpen = (role: Role | undefined, needs: Needs): boolean =>
  role === 'owner' || (role === 'admin' && needs === 'admin')

/** The role of who is logged in; undefined while nobody is. */
export const useRole = (): Role | undefined => {
  const now = useStore(session)
  return now.kind === 'in' ? now.me.role : undefined
}
