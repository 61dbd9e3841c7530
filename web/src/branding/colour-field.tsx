import { Labelled } from '../ui/field.tsx'
import { type BrandingName, isColour } from './branding-data.ts'
import { brandingTexts } from './texts.ts'

/** A colour for the browser's colour picker: six digits, and black while it is invalid. */
const pickable = (text: string): string => {
  const digits = text.trim().slice(1).toLowerCase()
  if (!isColour(text)) return '#000000'
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

interface ColourFieldProps {
  readonly name: BrandingName & keyof typeof brandingTexts.hints
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

/** A colour field with hex digits and the browser's colour picker. */
export const ColourField = ({ name, value, error, onValue }: ColourFieldProps) => {
  const label = brandingTexts.labels[name]
  return (
    <Labelled label={label} hint={brandingTexts.hints[name]} error={error}>
      {(named) => (
        <div className="colour">
          <input
            type="color"
            aria-label={brandingTexts.pick(label)}
            value={pickable(value)}
            onChange={({ target }) => onValue(target.value)}
          />
          <input
            {...named}
            name={name}
            value={value}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => onValue(target.value)}
          />
        </div>
      )}
    </Labelled>
  )
}
