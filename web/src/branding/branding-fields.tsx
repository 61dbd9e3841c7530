import type { FieldErrors } from '../form/field-errors.ts'
import { CheckField, ChoiceField, Field, TextField } from '../ui/field.tsx'
import {
  type Branding,
  type BrandingName,
  type BrandingValues,
  COLOUR_NAMES,
  type Effective,
  POSITIONS,
} from './branding-data.ts'
import { ColourField } from './colour-field.tsx'
import { brandingTexts } from './texts.ts'

const { labels, logoFailed, positions } = brandingTexts

interface BrandingFieldsProps {
  readonly values: BrandingValues
  readonly stored: Branding
  readonly errors: FieldErrors<BrandingName>
  readonly onValue: (name: BrandingName, value: string) => void
}

export const BrandingFields = ({ values, stored, errors, onValue }: BrandingFieldsProps) => {
  const plain = (name: Exclude<BrandingName, 'hide_service_branding'>) => ({
    name,
    label: labels[name],
    error: errors[name],
    value: values[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onValue(name, target.value),
  })
  return (
    <>
      <fieldset>
        <legend>{brandingTexts.colours}</legend>
        <div className="field-row even">
          {COLOUR_NAMES.map((name) => (
            <ColourField
              key={name}
              name={name}
              value={values[name]}
              error={errors[name]}
              onValue={(value) => onValue(name, value)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{brandingTexts.logos}</legend>
        <Field {...plain('logo_url')} hint={brandingTexts.logoHint} inputMode="url" autoComplete="off" />
        <LogoFailure of={stored.effective.logos.light} isStored={values.logo_url === stored.logo_url} />
        <Field {...plain('logo_dark_url')} hint={brandingTexts.logoDarkHint} inputMode="url" autoComplete="off" />
        <LogoFailure of={stored.effective.logos.dark} isStored={values.logo_dark_url === stored.logo_dark_url} />
      </fieldset>
      <fieldset>
        <legend>{brandingTexts.widget}</legend>
        <ChoiceField
          {...plain('widget_theme.position')}
          choices={POSITIONS.map((position) => [position, positions[position]] as const)}
        />
        <TextField {...plain('widget_theme.greeting_message')} rows={2} />
        <Field {...plain('widget_theme.placeholder_text')} autoComplete="off" />
        <CheckField
          label={labels.hide_service_branding}
          error={errors.hide_service_branding}
          name="hide_service_branding"
          checked={values.hide_service_branding !== ''}
          onChange={({ target }) => onValue('hide_service_branding', target.checked ? 'on' : '')}
        />
      </fieldset>
    </>
  )
}

const WHY: Readonly<Record<string, keyof Omit<typeof logoFailed, 'status'>>> = {
  host: 'address',
  address: 'address',
  redirects: 'address',
  format: 'picture',
  dimensions: 'picture',
  too_large: 'picture',
  undecodable: 'picture',
}

interface LogoFailureProps {
  readonly of: Effective['logos']['light']
  /** Whether the field has the stored value. */
  readonly isStored: boolean
}

/** Why a stored logo has no picture. */
const LogoFailure = ({ of: { failure }, isStored }: LogoFailureProps) => {
  if (failure === null || !isStored) return null
  const [, status] = /^status_(\d+)$/.exec(failure) ?? []
  return (
    <p className="notice warn">
      {status === undefined ? logoFailed[WHY[failure] ?? 'unreached'] : logoFailed.status(status)}
    </p>
  )
}
