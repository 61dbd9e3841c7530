import { useRouterState } from '@tanstack/react-router'
import { rail } from '../ui/preferences.ts'
import { useStore } from '../ui/store.ts'

/** Whether the list of pages shows icons alone: as chosen, and unless chosen where one asks, which needs the room. */
export const useIsNarrow = (): boolean => {
  const width = useStore(rail)
  const isAsking = useRouterState({
    select: ({ matches }) => matches.some(({ fullPath }) => fullPath.startsWith('/ask')),
  })
  return width === 'automatic' ? isAsking : width === 'narrow'
}
