import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Field } from '../ui/field.tsx'
import { isPasswordWrong } from './own-account.ts'
import { hasPasswordLength, NewPasswordField } from './password-field.tsx'
import { accessTexts } from './texts.ts'

const { mailed, own } = accessTexts

/** Changes the password; other logins of the account end. */
export const PasswordSection = ({ email }: { readonly email: string }) => {
  const { login } = useTexts()
  const [isChanged, setChanged] = useState(false)
  const form = useForm({
    names: ['current', 'password'],
    check: ({ current, password }) => ({
      ...(current === '' ? { current: login.passwordMissing } : {}),
      ...(hasPasswordLength(password) ? {} : { password: own.passwordLength }),
    }),
    send: async ({ current, password }) => {
      await plainClient.call('post', '/api/v1/auth/password', { body: { current_password: current, password } })
      form.reset()
      setChanged(true)
      announce(own.passwordChanged)
    },
    place: (error) => (isPasswordWrong(error) ? { current: own.passwordWrong } : undefined),
  })
  return (
    <section aria-labelledby="password">
      <h2 id="password">{own.password}</h2>
      <p className="hint">{own.passwordHint}</p>
      <form {...form.props}>
        <ErrorSummary form={form} labels={{ current: own.currentPassword, password: own.newPassword }} />
        {/* For password managers, which store email and password together. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={own.currentPassword}
          error={form.errors.current}
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField error={form.errors.password} />
        {isChanged && <p className="notice">{own.passwordChanged}</p>}
        <SubmitRow form={form} label={own.changePassword} busy={mailed.busy} />
      </form>
    </section>
  )
}
