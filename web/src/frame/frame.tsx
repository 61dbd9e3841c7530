import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useRole } from './role.ts'
import { useIsNarrow } from './use-is-narrow.ts'

const Rail = lazy(async () => ({ default: (await import('./rail.tsx')).Rail }))

/** Layout of pages with a login: managers get the navigation to all of them, members only the page for asking. */
export const Frame = () => {
  const { frame, roles } = useTexts()
  const role = useRole()
  const [first] = useState(role)
  const isNarrow = useIsNarrow()
  return (
    <>
      {role !== undefined && role !== first && (
        <p className="bar" role="status">
          {frame.roleChanged(roles[role])}
        </p>
      )}
      <div className="framed">
        {role !== undefined && role !== 'member' && (
          <Suspense fallback={<div className="rail" data-narrow={isNarrow} />}>
            <Rail role={role} />
          </Suspense>
        )}
        <Outlet />
      </div>
    </>
  )
}
