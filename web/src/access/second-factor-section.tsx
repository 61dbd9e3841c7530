import { useEffect, useRef, useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { refreshMe } from '../api/session.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { Field } from '../ui/field.tsx'
import { isPasswordWrong } from './own-account.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type AppSecret, SecondFactorSetup } from './second-factor-setup.tsx'
import { accessTexts } from './texts.ts'

const { mailed, own } = accessTexts

type Step =
  | { readonly kind: 'start' }
  | { readonly kind: 'confirm'; readonly app: AppSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The second factor: enabled in three steps, or disabled. */
export const SecondFactorSection = ({ isOn }: { readonly isOn: boolean }) => {
  const [step, setStep] = useState<Step>({ kind: 'start' })
  const start = () => setStep({ kind: 'start' })
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef({ step, isOn })
  useEffect(() => {
    const isAnother = before.current.step !== step || before.current.isOn !== isOn
    before.current = { step, isOn }
    // The button that opened this step is gone; the other steps have their own headings.
    if (isAnother && step.kind === 'start') heading.current?.focus()
  }, [step, isOn])
  return (
    <section aria-labelledby="factor">
      <h2 id="factor" ref={heading} tabIndex={-1}>
        {own.factor}
      </h2>
      {step.kind === 'codes' ? (
        <RecoveryCodes codes={step.codes} onStored={start} />
      ) : step.kind === 'confirm' ? (
        <SecondFactorSetup app={step.app} onConfirmed={(codes) => setStep({ kind: 'codes', codes })} onCancel={start} />
      ) : isOn ? (
        <RemovalForm />
      ) : (
        <StartForm onBegun={(app) => setStep({ kind: 'confirm', app })} />
      )}
    </section>
  )
}

const StartForm = ({ onBegun }: { readonly onBegun: (app: AppSecret) => void }) => {
  const { login } = useTexts()
  const form = useForm({
    names: ['password'],
    check: ({ password }) => (password === '' ? { password: login.passwordMissing } : {}),
    send: async ({ password }) => {
      const { data } = await plainClient.call('post', '/api/v1/auth/second-factor', { body: { password } })
      onBegun(data)
    },
    place: (error) => (isPasswordWrong(error) ? { password: own.passwordWrong } : undefined),
  })
  return (
    <form {...form.props}>
      <p className="hint">{own.factorOff}</p>
      <OwnPasswordField error={form.errors.password} />
      <SubmitRow form={form} label={own.factorStart} busy={mailed.busy} />
    </form>
  )
}

const RemovalForm = () => {
  const { login } = useTexts()
  const form = useForm({
    names: ['password', 'code'],
    check: ({ password, code }) => ({
      ...(password === '' ? { password: login.passwordMissing } : {}),
      ...(code.trim() === '' ? { code: login.codeMissing } : {}),
    }),
    send: async (body) => {
      await plainClient.call('delete', '/api/v1/auth/second-factor', { body })
      announce(own.factorRemoved)
      await refreshMe()
    },
    place: (error) => (isPasswordWrong(error) ? { password: own.passwordWrong } : undefined),
  })
  return (
    <form {...form.props}>
      <p className="hint">{own.factorOn}</p>
      <ErrorSummary form={form} labels={{ password: own.currentPassword, code: own.anyCode }} />
      <OwnPasswordField error={form.errors.password} />
      <Field
        label={own.anyCode}
        error={form.errors.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        required
      />
      <SubmitRow form={form} label={own.factorRemove} busy={mailed.busy} />
    </form>
  )
}

const OwnPasswordField = ({ error }: { readonly error: string | undefined }) => {
  return (
    <Field
      label={own.currentPassword}
      error={error}
      name="password"
      type="password"
      autoComplete="current-password"
      required
    />
  )
}
