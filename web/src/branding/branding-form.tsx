import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ChangedNotice, useUnchanged } from '../form/use-unchanged.tsx'
import { announce } from '../ui/announcer.tsx'
import { Loaded } from '../ui/loaded.tsx'
import {
  BRANDING,
  BRANDING_NAMES,
  type Branding,
  bodyOf,
  brandingFaults,
  logoFaults,
  PREVIEW,
  readBranding,
  valuesOf,
} from './branding-data.ts'
import { BrandingFields } from './branding-fields.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { brandingTexts } from './texts.ts'
import { useEffective } from './use-effective.ts'

interface BrandingFormProps {
  readonly stored: Branding
  /** Resets the form to what another user has published. */
  readonly onTakeTheirs: () => void
}

/** The branding form with a preview; saving replaces the published branding. */
export const BrandingForm = ({ stored, onTakeTheirs }: BrandingFormProps) => {
  const refresh = useRefresh()
  // Changes by others do not change the fields.
  const [values, setValues] = useState(() => valuesOf(stored))
  const [first] = useState(values)
  const unchanged = useUnchanged(first, readBranding)
  const [isPublished, setPublished] = useState(false)
  const effective = useEffective(values, stored)
  const form = useForm({
    names: BRANDING_NAMES,
    check: brandingFaults,
    place: logoFaults,
    send: async (said) => {
      setPublished(false)
      const isSaved = await unchanged.save(async () => {
        const { data } = await plainClient.call('put', BRANDING, { body: bodyOf(said) })
        setValues(valuesOf(data))
      })
      if (!isSaved) return
      await refresh(BRANDING, PREVIEW)
      setPublished(true)
      announce(brandingTexts.published)
    },
  })
  return (
    <div className="brand-columns">
      <form {...form.props}>
        <ErrorSummary form={form} labels={brandingTexts.labels} />
        <BrandingFields
          values={values}
          stored={stored}
          errors={form.errors}
          onValue={(name, value) => {
            setPublished(false)
            setValues((before) => ({ ...before, [name]: value }))
          }}
        />
        {unchanged.theirs !== undefined && (
          <ChangedNotice
            onKeepMine={() => {
              unchanged.acknowledge()
              form.props.ref.current?.requestSubmit()
            }}
            onTakeTheirs={onTakeTheirs}
          />
        )}
        {isPublished && <p className="notice">{brandingTexts.published}</p>}
        <SubmitRow form={form} label={brandingTexts.publish} busy={brandingTexts.publishing} />
      </form>
      <Loaded query={effective}>{(shown) => <BrandingPreview effective={shown} values={values} />}</Loaded>
    </div>
  )
}
