import { Link } from '@tanstack/react-router'
import { useRole } from '../frame/role.ts'
import { useTexts } from '../i18n/texts.tsx'
import { BRANDING_NAMES, type Branding, COLOUR_NAMES, POSITIONS, valuesOf } from './branding-data.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { brandingTexts } from './texts.ts'

interface BrandingFactsProps {
  readonly stored: Branding
  readonly plan: string
}

/** The branding of an organization whose plan does not include custom branding. */
export const BrandingFacts = ({ stored, plan }: BrandingFactsProps) => {
  const { pages } = useTexts()
  const values = valuesOf(stored)
  const said = (name: (typeof BRANDING_NAMES)[number]): string => {
    if (name === 'hide_service_branding') return values[name] === '' ? brandingTexts.shown : brandingTexts.hidden
    const position = POSITIONS.find((one) => name === 'widget_theme.position' && one === values[name])
    return position === undefined ? values[name] || brandingTexts.none : brandingTexts.positions[position]
  }
  return (
    <>
      <div className="notice">
        <p>
          {brandingTexts.plan(`${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`)} {brandingTexts.needsPlan}
        </p>
        {useRole() === 'owner' && (
          <p>
            <Link to="/billing">{brandingTexts.changePlan}</Link>
          </p>
        )}
      </div>
      {/* Nothing in it is focusable, so keyboard users could not scroll it otherwise. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
      <section className="brand-columns" aria-label={pages.branding} tabIndex={0}>
        <dl className="facts">
          {BRANDING_NAMES.map((name) => (
            <div key={name}>
              <dt>{name === 'hide_service_branding' ? brandingTexts.sample.powered : brandingTexts.labels[name]}</dt>
              <dd>
                {COLOUR_NAMES.some((one) => one === name) && (
                  <span className="swatch" style={{ background: values[name] }} />
                )}
                <bdi>{said(name)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <BrandingPreview effective={stored.effective} values={values} />
      </section>
    </>
  )
}
