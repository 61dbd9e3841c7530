import { Link } from '@tanstack/react-router'
import { mayOpen, useRole } from '../frame/role.ts'
import { useTexts } from '../i18n/texts.tsx'

/** What to do if no database is connected. */
export const NoDatabase = () => {
  const { ask: says } = useTexts()
  const canConnect = mayOpen(useRole(), 'admin')
  return (
    <p>
      {says.noDatabase} {canConnect ? <Link to="/databases/new">{says.noDatabaseAdmin}</Link> : says.noDatabaseMember}
    </p>
  )
}
