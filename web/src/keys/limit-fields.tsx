import { Field, TextField } from '../ui/field.tsx'
import type { Key, Permission } from './key-data.ts'
import { ANSWER_DETAILS, type LimitErrors, linesOf, localMoment, PERMISSIONS } from './limits.ts'
import { keysTexts } from './texts.ts'

interface LimitFieldsProps {
  readonly kind: Key['kind']
  /** Initial values. */
  readonly limits: Pick<Key, 'permissions' | 'answer_details' | 'addresses' | 'expires_at'> | undefined
  readonly errors: LimitErrors
}

/** Rarely used options in a collapsed section: permissions, details of answers, addresses, expiry. */
export const LimitFields = ({ kind, limits, errors }: LimitFieldsProps) => (
  <details>
    <summary>{keysTexts.limits}</summary>
    <fieldset>
      <legend>{keysTexts.permissions}</legend>
      {PERMISSIONS[kind].map((permission) => (
        <label key={permission} className="check">
          <input
            type="checkbox"
            name={permission}
            defaultChecked={isAllowed(permission, limits)}
            aria-invalid={errors.permissions !== undefined}
            aria-describedby={errors.permissions && 'permissions-error'}
          />
          {keysTexts.permissionNames[permission]}
        </label>
      ))}
      {errors.permissions && (
        <p className="field-error" id="permissions-error">
          {errors.permissions}
        </p>
      )}
    </fieldset>
    {kind === 'database' && (
      <fieldset>
        <legend>{keysTexts.answerDetails}</legend>
        {ANSWER_DETAILS.map((detail) => (
          <label key={detail} className="check">
            <input
              type="checkbox"
              name={detail}
              defaultChecked={limits?.answer_details?.includes(detail) ?? false}
              aria-describedby="answer-details-hint"
            />
            {keysTexts.answerDetailNames[detail]}
          </label>
        ))}
        <p className="hint" id="answer-details-hint">
          {keysTexts.answerDetailsHint}
        </p>
      </fieldset>
    )}
    <TextField
      label={keysTexts.addresses}
      hint={keysTexts.addressesHint}
      error={errors.addresses}
      name="addresses"
      rows={2}
      spellCheck={false}
      defaultValue={linesOf(limits?.addresses)}
    />
    <Field
      label={keysTexts.expiresAt}
      hint={keysTexts.expiresHint}
      error={errors.expires_at}
      name="expires_at"
      type="datetime-local"
      defaultValue={localMoment(limits?.expires_at)}
    />
  </details>
)

/** A new key has no management permission by default. */
const isAllowed = (permission: Permission, limits: LimitFieldsProps['limits']): boolean =>
  limits === undefined ? permission !== 'manage' : (limits.permissions?.includes(permission) ?? true)
