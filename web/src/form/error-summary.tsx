import { useTexts } from '../i18n/texts.tsx'

interface ErrorSummaryProps<Name extends string> {
  readonly form: {
    readonly names: readonly Name[]
    readonly errors: { readonly [N in Name]?: string | undefined }
    readonly focus: (name: Name) => void
  }
  readonly labels: Readonly<Record<Name, string>>
}

/** All errors of a form, above its fields, if there are several. */
export const ErrorSummary = <Name extends string>({ form, labels }: ErrorSummaryProps<Name>) => {
  const { login } = useTexts()
  const wrong = form.names.filter((name) => form.errors[name] !== undefined)
  if (wrong.length < 2) return null
  return (
    <div className="notice danger" role="group" aria-label={login.wrong}>
      <p>{login.wrong}</p>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <button type="button" className="link" onClick={() => form.focus(name)}>
              {labels[name]}
            </button>
            : {form.errors[name]}
          </li>
        ))}
      </ul>
    </div>
  )
}
