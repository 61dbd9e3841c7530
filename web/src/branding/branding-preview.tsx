import { session } from '../api/session.ts'
import { useStore } from '../ui/store.ts'
import type { BrandingValues, Effective } from './branding-data.ts'
import { ContrastVerdict } from './contrast-verdict.tsx'
import { SampleChart } from './sample-chart.tsx'
import { SampleLogo } from './sample-logo.tsx'
import { brandingTexts } from './texts.ts'

const { sample } = brandingTexts
const THEMES = ['light', 'dark'] as const

interface BrandingPreviewProps {
  readonly effective: Effective
  readonly values: BrandingValues
}

/** Previews in light and dark, and the colours that were adjusted for contrast. */
export const BrandingPreview = ({ effective, values }: BrandingPreviewProps) => (
  <section className="brand-preview" aria-label={brandingTexts.preview}>
    <div className="brand-themes">
      {THEMES.map((theme) => (
        <figure key={theme}>
          <figcaption className="hint">{brandingTexts[theme]}</figcaption>
          <ThemePreview theme={theme} effective={effective} values={values} />
        </figure>
      ))}
    </div>
    <ContrastVerdict adjusted={effective.adjusted} />
  </section>
)

/** The colours as CSS custom properties: `--brand-on-primary`. */
const propertiesOf = (colours: Effective['light']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--brand-${name.replaceAll('_', '-')}`, colour]))

interface ThemePreviewProps extends BrandingPreviewProps {
  readonly theme: (typeof THEMES)[number]
}

const ThemePreview = ({ theme, effective, values }: ThemePreviewProps) => {
  const now = useStore(session)
  const name = now.kind === 'in' ? now.me.organization_name : ''
  const colours = propertiesOf(effective[theme])
  return (
    <div className="brand-stage" style={colours}>
      <div className="brand-spot" data-position={values['widget_theme.position']}>
        <div className="brand-widget">
          <div className="brand-header">
            <SampleLogo logos={effective.logos} theme={theme} name={name} />
            <span aria-hidden="true">✕</span>
            {values['widget_theme.greeting_message'].trim() !== '' && (
              <p>
                <bdi>{values['widget_theme.greeting_message']}</bdi>
              </p>
            )}
          </div>
          <div className="brand-thread">
            <p className="brand-question">{sample.question}</p>
            <p>{sample.answer}</p>
            <p className="brand-note">
              {sample.note} <span className="brand-link">{sample.details}</span>
            </p>
            <p className="brand-choice">{sample.more}</p>
          </div>
          <div className="brand-composer">
            <span className="brand-field">
              <bdi>{values['widget_theme.placeholder_text']}</bdi>
            </span>
            <span className="brand-ask">{sample.ask}</span>
          </div>
          {values.hide_service_branding === '' && <p className="brand-foot">{sample.powered}</p>}
        </div>
        <span className="brand-launcher" aria-hidden="true" />
      </div>
      <SampleChart />
    </div>
  )
}
