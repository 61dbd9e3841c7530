import { type ReactNode, useId } from 'react'
import { chooseLanguage, LANGUAGES, type Language, useTexts } from '../i18n/texts.tsx'
import { density, progress, theme } from '../ui/preferences.ts'
import { useStore } from '../ui/store.ts'
import { accessTexts } from './texts.ts'

const { own } = accessTexts

/** Preferences of the portal in this browser. */
export const PreferencesSection = () => {
  const { language } = useTexts()
  const announced = useStore(progress)
  return (
    <section aria-labelledby="preferences">
      <h2 id="preferences">{own.preferences}</h2>
      <p className="hint">{own.preferencesHint}</p>
      <Choice label={own.language} hint={own.languageHint} value={language} onChange={choose}>
        {Object.entries(LANGUAGES).map(([key, name]) => (
          <option key={key} value={key} lang={key}>
            {name}
          </option>
        ))}
      </Choice>
      <PreferenceChoice label={own.theme} preference={theme} names={own.themes} />
      <PreferenceChoice label={own.density} preference={density} names={own.densities} />
      <label className="check">
        <input
          type="checkbox"
          checked={announced === 'said'}
          onChange={({ target }) => progress.set(target.checked ? 'said' : 'unsaid')}
        />
        {own.announce}
      </label>
    </section>
  )
}

const choose = (key: string): void => {
  const chosen = Object.keys(LANGUAGES).find((one): one is Language => one === key)
  if (chosen !== undefined) chooseLanguage(chosen)
}

interface PreferenceChoiceProps<Name extends string> {
  readonly label: string
  readonly names: Readonly<Record<Name, string>>
  readonly preference: {
    readonly choices: readonly Name[]
    get(): Name
    set(chosen: Name): void
    subscribe(listener: () => void): () => void
  }
}

const PreferenceChoice = <Name extends string>({ label, names, preference }: PreferenceChoiceProps<Name>) => {
  const value = useStore(preference)
  const { choices, set } = preference
  return (
    <Choice
      label={label}
      value={value}
      onChange={(key) => {
        const chosen = choices.find((choice) => choice === key)
        if (chosen !== undefined) set(chosen)
      }}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {names[choice]}
        </option>
      ))}
    </Choice>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (key: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, hint, value, onChange, children }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      >
        {children}
      </select>
    </div>
  )
}
