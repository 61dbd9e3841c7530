import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ChangedNotice, useUnchanged } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { readSso, SSO } from './sso-data.ts'
import { SsoFields } from './sso-fields.tsx'
import { SSO_NAMES, type Sso, ssoBody, ssoFaults } from './sso-values.ts'
import { ssoTexts } from './texts.ts'

interface SsoFormProps {
  /** Initial values; null if SSO is not set up. */
  readonly loaded: Sso | null
  /** Resets the form to what another user has saved. */
  readonly onTakeTheirs: () => void
}

/** The SSO settings; saving replaces them. */
export const SsoForm = ({ loaded, onTakeTheirs }: SsoFormProps) => {
  const { save, frame } = useTexts()
  const refresh = useRefresh()
  // Changes by others do not change the fields.
  const [first] = useState(loaded)
  const unchanged = useUnchanged(first, () => readSso())
  const [saves, setSaves] = useState(0)
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    names: SSO_NAMES,
    check: ssoFaults,
    send: async (values) => {
      setSaved(false)
      if (!(await unchanged.save(() => plainClient.call('put', SSO, { body: ssoBody(values) })))) return
      setSaved(true)
      setSaves((count) => count + 1)
      announce(ssoTexts.saved)
      await refresh(SSO)
    },
    place: ({ problem, details }) =>
      problem === 'field_missing' && details.some(({ field }) => field === 'client_secret')
        ? { client_secret: ssoTexts.secretMissing }
        : undefined,
  })
  return (
    <form {...form.props}>
      <ErrorSummary form={form} labels={ssoTexts} />
      <SsoFields loaded={first} saves={saves} errors={form.errors} />
      {unchanged.theirs !== undefined && (
        <ChangedNotice
          onKeepMine={() => {
            unchanged.acknowledge()
            form.props.ref.current?.requestSubmit()
          }}
          onTakeTheirs={onTakeTheirs}
        />
      )}
      {isSaved && <p className="notice">{ssoTexts.saved}</p>}
      <SubmitRow form={form} label={save} busy={frame.saving} />
    </form>
  )
}
