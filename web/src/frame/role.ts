import { type Me, session } from '../api/session.ts'
import { useStore } from '../ui/store.ts'

export type Role = Me['role']
/** Who may open a page: owners alone, those too who manage, or whoever comes. */
export type Needs = 'owner' | 'admin' | 'anyone'

export const mayOpen = (role: Role | undefined, needs: Needs): boolean =>
  needs === 'anyone' || role === 'owner' || (role === 'admin' && needs === 'admin')

/** The role of who is logged in; undefined while nobody is. */
export const useRole = (): Role | undefined => {
  const now = useStore(session)
  return now.kind === 'in' ? now.me.role : undefined
}
