import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

interface Described {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

interface Named {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby'?: string
}

interface DescribedProps extends Described {
  readonly children: (named: Named) => ReactNode
}

/** The hint and error of a control, linked by `aria-describedby`. */
const useDescription = ({ hint, error }: Pick<Described, 'hint' | 'error'>) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const named: Named = {
    id,
    'aria-invalid': error !== undefined,
    ...(described === '' ? {} : { 'aria-describedby': described }),
  }
  return {
    named,
    shownHint: hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    ),
    shownError: error && (
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    ),
  }
}

/** A control with its label, its hint, and its error. */
export const Labelled = ({ label, hint, error, children }: DescribedProps) => {
  const { named, shownHint, shownError } = useDescription({ hint, error })
  return (
    <div className="field">
      <label htmlFor={named.id}>{label}</label>
      {shownHint}
      {children(named)}
      {shownError}
    </div>
  )
}

export const Field = ({ label, hint, error, ...input }: Described & InputHTMLAttributes<HTMLInputElement>) => (
  <Labelled label={label} hint={hint} error={error}>
    {(named) => <input {...named} {...input} />}
  </Labelled>
)

export const TextField = ({
  label,
  hint,
  error,
  ...input
}: Described & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Labelled label={label} hint={hint} error={error}>
    {(named) => <textarea rows={4} {...named} {...input} />}
  </Labelled>
)

interface ChoiceFieldProps extends Described, SelectHTMLAttributes<HTMLSelectElement> {
  /** Value and label. */
  readonly choices: readonly (readonly [value: string, label: string])[]
}

export const ChoiceField = ({ label, hint, error, choices, ...input }: ChoiceFieldProps) => (
  <Labelled label={label} hint={hint} error={error}>
    {(named) => (
      <select {...named} {...input}>
        {choices.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

interface CheckFieldProps extends Omit<Described, 'label'>, InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode
}

/** A checkbox; the form value is `on` if it is checked, and absent otherwise. */
export const CheckField = ({ label, hint, error, ...input }: CheckFieldProps) => {
  const { named, shownHint, shownError } = useDescription({ hint, error })
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" {...named} {...input} />
        {label}
      </label>
      {shownHint}
      {shownError}
    </div>
  )
}
