import type { components } from '../../../clients/typescript/src/index.ts'
import { plainClient } from '../api/clients.ts'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/field.tsx'
import { QrPicture } from './qr-picture.tsx'
import { accessTexts } from './texts.ts'
import { useFocused } from './use-focused.ts'

const { mailed, own } = accessTexts

export type AppSecret = components['schemas']['SecondFactorSecret']

interface SecondFactorSetupProps {
  readonly app: AppSecret
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Shows the secret for an authenticator app, and asks for a code of it; without a code it is not enabled. */
export const SecondFactorSetup = ({ app, onConfirmed, onCancel }: SecondFactorSetupProps) => {
  const texts = useTexts()
  const { login } = texts
  const heading = useFocused<HTMLHeadingElement>()
  const form = useForm({
    names: ['code'],
    check: ({ code }) => (code.trim() === '' ? { code: login.codeMissing } : {}),
    send: async ({ code }) => {
      const { data } = await plainClient.call('post', '/api/v1/auth/second-factor/confirm', { body: { code } })
      onConfirmed(data.recovery_codes)
    },
  })
  return (
    <form {...form.props}>
      <h3 ref={heading} tabIndex={-1}>
        {own.factorShow}
      </h3>
      <p className="hint">{own.factorScan}</p>
      <QrPicture text={app.uri} label={own.qrCode} />
      <p className="hint">{own.factorType}</p>
      <p className="secret">
        <code>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton text={app.secret} label={texts.copy} />
      </p>
      <p className="hint">
        <a href={app.uri}>{own.factorOpen}</a>
      </p>
      <Field
        label={login.code}
        hint={login.codeHint}
        error={form.errors.code}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={50}
        required
      />
      <SubmitRow form={form} label={own.factorConfirm} busy={mailed.busy}>
        <button type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </SubmitRow>
    </form>
  )
}
