import { useRouterState } from '@tanstack/react-router'
import { rail } from '../ui/preferences.ts'
import { useStore } from '../ui/store.ts'

/** Whether the navigation shows icons only: as chosen, by default on the page for asking, which needs the room. */
export const useIsNarrow = (): boolean => {
  const width = useStore(rail)
  const isAsking = useRouterState({
    select: ({ matches }) => matches.some(({ fullPath }) => fullPath.startsWith('/ask')),
  })
  return width === 'automatic' ? isAsking : width === 'narrow'
}
