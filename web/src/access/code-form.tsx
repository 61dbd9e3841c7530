import { useState } from 'react'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Field } from '../ui/field.tsx'

interface CodeFormProps {
  readonly logIn: (code: string) => Promise<void>
  readonly onBack: () => void
}

/** The second factor: a code of the authenticator app, or a recovery code. */
export const CodeForm = ({ logIn, onBack }: CodeFormProps) => {
  const { login } = useTexts()
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    names: ['code'],
    check: ({ code }) => (code.trim() === '' ? { code: login.codeMissing } : {}),
    send: ({ code }) => logIn(code),
  })
  return (
    <form {...form.props}>
      <Field
        key={String(isRecovery)}
        label={isRecovery ? login.recoveryCode : login.code}
        hint={isRecovery ? login.recoveryHint : login.codeHint}
        error={form.errors.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={50}
        onFocus={({ target }) => target.select()}
        required
        autoFocus
      />
      <p>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            form.refuse({})
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? login.useApp : login.useRecovery}
        </button>
      </p>
      <SubmitRow form={form} label={login.submit} busy={login.busy}>
        <button type="button" onClick={onBack}>
          {login.back}
        </button>
      </SubmitRow>
    </form>
  )
}
