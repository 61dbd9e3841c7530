import { Link } from '@tanstack/react-router'
import { type Database, useNamesAnyTenant } from './key-data.ts'
import { keysTexts } from './texts.ts'

/** Warns if public keys of a database may use any tenant, with a link to the setting. */
export const IdentityRisk = ({ database }: { readonly database: Database | undefined }) => {
  const isRisky = useNamesAnyTenant(database)
  if (!isRisky || database === undefined) return null
  return (
    <p className="notice warn">
      {keysTexts.riskBefore}
      <bdi>{database.name}</bdi>
      {keysTexts.riskAfter}{' '}
      <Link to="/databases/$database" params={{ database: database.id }}>
        {keysTexts.riskLink}
      </Link>
    </p>
  )
}
