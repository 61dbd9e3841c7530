import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useRole } from './role.ts'
import { useIsNarrow } from './use-is-narrow.ts'

const Rail = lazy(async () => ({ default: (await import('./rail.tsx')).Rail }))

/** The frame of all pages for a logged-in user: managers have the navigation to all pages, members have asking alone. */
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
