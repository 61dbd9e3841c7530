import type { Identity } from '../api/clients.ts'
import { useTexts } from '../i18n/texts.tsx'
import type { AskableDatabase } from './identity.ts'

interface IdentityBarProps {
  readonly databases: readonly AskableDatabase[]
  readonly database: AskableDatabase | undefined
  readonly identity: Identity
  /** A conversation keeps its database, tenant and scope. */
  readonly isFixed: boolean
  readonly onDatabase: (id: string) => void
  readonly onIdentity: (identity: Identity) => void
}

/** Selects the database, tenant and scope. */
export const IdentityBar = ({ databases, database, identity, isFixed, onDatabase, onIdentity }: IdentityBarProps) => {
  const { ask } = useTexts()
  if (isFixed)
    return (
      <p className="identity">
        <strong>
          <bdi>{database?.name}</bdi>
        </strong>
        {identity.tenantId !== undefined && <span> · {ask.askedAs(identity.tenantId)}</span>}
        {identity.scopeId !== undefined && <span> · {ask.inScope(identity.scopeId)}</span>}
      </p>
    )
  return (
    <div className="identity" role="group" aria-label={ask.identity}>
      <label>
        {ask.database}
        <select value={database?.id ?? ''} onChange={({ target }) => onDatabase(target.value)}>
          {database === undefined && <option value="">{ask.chooseDatabase}</option>}
          {databases.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {database?.scoped && (
        <label>
          {ask.tenant}
          <input
            value={identity.tenantId ?? ''}
            inputMode={database.tenant_id_type === 'integer' ? 'numeric' : 'text'}
            maxLength={255}
            size={8}
            onChange={({ target }) => onIdentity({ ...identity, tenantId: target.value.trim() || undefined })}
          />
        </label>
      )}
      {database?.takes_scope && (
        <label>
          {ask.scope}
          <input
            value={identity.scopeId ?? ''}
            placeholder={ask.scopeHint}
            maxLength={255}
            size={12}
            onChange={({ target }) => onIdentity({ ...identity, scopeId: target.value || undefined })}
          />
        </label>
      )}
    </div>
  )
}
