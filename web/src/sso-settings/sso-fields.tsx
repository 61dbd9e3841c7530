import type { FieldErrors } from '../form/field-errors.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CheckField, ChoiceField, Field, TextField } from '../ui/field.tsx'
import { type Sso, type SsoValues, valuesOf } from './sso-values.ts'
import { ssoTexts } from './texts.ts'

interface SsoFieldsProps {
  /** Initial values; null if SSO is not set up. */
  readonly loaded: Sso | null
  /** Number of saves: each clears the secret. */
  readonly saves: number
  readonly errors: FieldErrors<keyof SsoValues>
}

export const SsoFields = (props: SsoFieldsProps) => (
  <>
    <ProviderFields {...props} />
    <AdmissionFields {...props} />
    <RoleFields {...props} />
  </>
)

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

const ProviderFields = ({ loaded, saves, errors }: SsoFieldsProps) => (
  <fieldset>
    <legend>{ssoTexts.provider}</legend>
    <Field
      label={ssoTexts.issuer}
      hint={ssoTexts.issuerHint}
      error={errors.issuer}
      name="issuer"
      inputMode="url"
      defaultValue={loaded?.issuer}
      required
      {...plain}
    />
    <Field
      label={ssoTexts.client_id}
      error={errors.client_id}
      name="client_id"
      defaultValue={loaded?.client_id}
      required
      {...plain}
    />
    <Field
      key={saves}
      label={ssoTexts.client_secret}
      hint={loaded === null && saves === 0 ? ssoTexts.secretHint : ssoTexts.secretKept}
      error={errors.client_secret}
      name="client_secret"
      className="masked"
      {...plain}
    />
    <CheckField
      label={ssoTexts.enabled}
      hint={ssoTexts.enabledHint}
      error={errors.enabled}
      name="enabled"
      defaultChecked={loaded?.enabled ?? true}
    />
  </fieldset>
)

const AdmissionFields = ({ loaded, errors }: SsoFieldsProps) => (
  <fieldset>
    <legend>{ssoTexts.who}</legend>
    <TextField
      label={ssoTexts.domains}
      hint={ssoTexts.domainsHint}
      error={errors.domains}
      name="domains"
      rows={2}
      defaultValue={loaded?.domains?.join('\n')}
      {...plain}
    />
    <CheckField
      label={ssoTexts.provisioning}
      hint={ssoTexts.provisioningHint}
      error={errors.provisioning}
      name="provisioning"
      defaultChecked={loaded?.provisioning}
    />
    <CheckField
      label={ssoTexts.required}
      hint={ssoTexts.requiredHint}
      error={errors.required}
      name="required"
      defaultChecked={loaded?.required}
    />
  </fieldset>
)

const RoleFields = ({ loaded, errors }: SsoFieldsProps) => {
  const { roles } = useTexts()
  return (
    <fieldset>
      <legend>{ssoTexts.roles_}</legend>
      <ChoiceField
        label={ssoTexts.default_role}
        error={errors.default_role}
        name="default_role"
        choices={[
          ['member', roles.member],
          ['admin', roles.admin],
        ]}
        defaultValue={loaded?.default_role}
      />
      <details open={loaded?.roles_claim != null}>
        <summary>{ssoTexts.mapping}</summary>
        <Field
          label={ssoTexts.roles_claim}
          hint={ssoTexts.claimHint}
          error={errors.roles_claim}
          name="roles_claim"
          maxLength={200}
          defaultValue={loaded?.roles_claim ?? ''}
          {...plain}
        />
        <TextField
          label={ssoTexts.roles}
          hint={ssoTexts.valuesHint}
          error={errors.roles}
          name="roles"
          rows={2}
          defaultValue={valuesOf(loaded?.roles, 'admin')}
          {...plain}
        />
        <TextField
          label={ssoTexts.members}
          hint={ssoTexts.valuesHint}
          error={errors.members}
          name="members"
          rows={2}
          defaultValue={valuesOf(loaded?.roles, 'member')}
          {...plain}
        />
      </details>
    </fieldset>
  )
}
