import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Field } from '../ui/field.tsx'
import { organizationNumber, rememberedOrganization } from './organization-number.ts'

const VerificationMail = lazy(async () => ({ default: (await import('./verification-mail.tsx')).VerificationMail }))

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly organizationId: number | undefined
}

interface CredentialsFormProps {
  readonly logIn: (said: Credentials) => Promise<void>
  readonly onCodeNeeded: (said: Credentials) => void
  /** Earlier input, restored when the user comes back from the second step. */
  readonly before: Credentials | undefined
  /** From the address of the page. */
  readonly organization: string | undefined
  readonly next: string | undefined
}

const hasCode = (error: unknown, code: string): boolean => error instanceof TabletalkError && error.code === code

/** Email and password, or the link to the organization's identity provider. */
export const CredentialsForm = ({ logIn, onCodeNeeded, before, organization, next }: CredentialsFormProps) => {
  const { login } = useTexts()
  const known = organization ?? before?.organizationId ?? rememberedOrganization()
  const [isNumberShown, setNumberShown] = useState(known !== undefined)
  const [isInsecure, setInsecure] = useState(false)
  const form = useForm({
    names: ['email', 'password', 'organization'],
    check: ({ email, password, organization: number }) => ({
      ...(email.trim() === '' ? { email: login.emailMissing } : {}),
      ...(password === '' ? { password: login.passwordMissing } : {}),
      ...(number.trim() !== '' && organizationNumber(number) === undefined
        ? { organization: login.organizationInvalid }
        : {}),
    }),
    send: async ({ email, password, organization: number }) => {
      const said = { email: email.trim(), password, organizationId: organizationNumber(number) }
      try {
        await logIn(said)
      } catch (failed) {
        if (!hasCode(failed, 'AUTH_2FA_REQUIRED')) throw failed
        onCodeNeeded(said)
      }
    },
  })
  const toProvider = () => {
    // Browsers provide `crypto.subtle`, which challenges need, over HTTPS only.
    if (!isSecureContext) return setInsecure(true)
    const number = organizationNumber(form.values().organization)
    if (number !== undefined)
      return void form.run(async () => (await import('./provider-log-in.ts')).beginProviderLogIn(number, next))
    setNumberShown(true)
    form.refuse({ organization: login.organizationMissing })
  }
  return (
    <form {...form.props}>
      <ErrorSummary
        form={form}
        labels={{ email: login.email, password: login.password, organization: login.organization }}
      />
      <Field
        label={login.email}
        error={form.errors.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={before?.email}
        autoFocus={before !== undefined}
        required
      />
      <Field
        label={login.password}
        error={form.errors.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <details open={isNumberShown} onToggle={({ currentTarget }) => setNumberShown(currentTarget.open)}>
        <summary>{login.organizationMore}</summary>
        <Field
          label={login.organization}
          hint={login.organizationHint}
          error={form.errors.organization}
          name="organization"
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          defaultValue={known}
        />
      </details>
      <SubmitRow form={form} label={login.submit} busy={login.busy}>
        <Link to="/password-reset">{login.forgot}</Link>
      </SubmitRow>
      {hasCode(form.failure, 'AUTH_EMAIL_NOT_VERIFIED') && (
        <Suspense>
          <VerificationMail email={form.values().email} />
        </Suspense>
      )}
      <p className="other-way">
        <button type="button" aria-disabled={form.isBusy} onClick={toProvider}>
          {login.provider}
        </button>
      </p>
      {isInsecure && (
        <p className="notice warn" role="status">
          {login.insecure}
        </p>
      )}
    </form>
  )
}
