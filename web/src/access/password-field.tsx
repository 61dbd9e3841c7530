import { Field } from '../ui/field.tsx'
import { accessTexts } from './texts.ts'

const { own } = accessTexts

const LENGTH = { min: 8, max: 256 } as const

/** Whether the length of a password is valid; counted as in the service. */
export const hasPasswordLength = (text: string): boolean => {
  const { length } = [...text.normalize('NFC')]
  return length >= LENGTH.min && length <= LENGTH.max
}

/** A field for a new password. */
export const NewPasswordField = ({ error }: { readonly error: string | undefined }) => {
  return (
    <Field
      label={own.newPassword}
      hint={own.newPasswordHint}
      error={error}
      name="password"
      type="password"
      autoComplete="new-password"
      required
    />
  )
}
