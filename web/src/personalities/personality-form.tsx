import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { SubmitRow } from '../form/submit-row.tsx'
import { useForm } from '../form/use-form.ts'
import { ChangedNotice, useUnchanged } from '../form/use-unchanged.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { CheckField, ChoiceField, Field, TextField } from '../ui/field.tsx'
import type { Personality } from './personalities-page.tsx'
import { bodyOf, checkPersonality, LABELS, NAMES, STYLES, takenName } from './personality-values.ts'
import { personalityTexts } from './texts.ts'

interface PersonalityFormProps {
  /** Absent for a new one. */
  readonly personality?: Personality
  /** Shows what another user has saved. */
  readonly onReload?: () => void
}

/** The fields of a personality. */
export const PersonalityForm = ({ personality, onReload = () => undefined }: PersonalityFormProps) => {
  const { frame } = useTexts()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [isSaved, setSaved] = useState(false)
  const path = { personality_id: personality?.id ?? '' }
  const unchanged = useUnchanged(
    personality,
    async () => (await plainClient.call('get', '/api/v1/personalities/{personality_id}', { path })).data,
  )
  const form = useForm({
    names: NAMES,
    check: checkPersonality,
    place: takenName,
    send: async (values) => {
      setSaved(false)
      const body = bodyOf(values)
      if (personality === undefined) {
        await plainClient.call('post', '/api/v1/personalities', { body })
        announce(personalityTexts.created)
        await refresh('/api/v1/personalities')
        await navigate({ to: '/personalities' })
        return
      }
      const save = () => plainClient.call('patch', '/api/v1/personalities/{personality_id}', { path, body })
      if (!(await unchanged.save(save))) return
      setSaved(true)
      announce(frame.saved)
      await refresh('/api/v1/personalities', '/api/v1/personalities/{personality_id}')
    },
  })
  const keepMine = () => {
    unchanged.acknowledge()
    form.props.ref.current?.requestSubmit()
  }
  return (
    <form {...form.props}>
      <ErrorSummary form={form} labels={LABELS} />
      <Field
        label={personalityTexts.name}
        error={form.errors.name}
        name="name"
        autoComplete="off"
        defaultValue={personality?.name}
        required
      />
      <ChoiceField
        label={personalityTexts.style}
        name="style"
        choices={STYLES.map((style) => [style, personalityTexts.styles[style]])}
        defaultValue={personality?.style}
      />
      <TextField
        label={personalityTexts.greeting}
        hint={personalityTexts.greetingHint}
        error={form.errors.greeting}
        name="greeting"
        rows={2}
        defaultValue={personality?.greeting}
      />
      <TextField
        label={personalityTexts.prompt}
        hint={personalityTexts.promptHint}
        error={form.errors.system_prompt}
        name="system_prompt"
        defaultValue={personality?.system_prompt}
      />
      <TextField
        label={personalityTexts.instructions}
        hint={personalityTexts.instructionsHint}
        error={form.errors.instructions}
        name="instructions"
        defaultValue={personality?.instructions}
      />
      <CheckField
        label={personalityTexts.links}
        hint={personalityTexts.linksHint}
        name="links"
        defaultChecked={personality?.links ?? false}
      />
      <CheckField
        label={personalityTexts.qa}
        hint={personalityTexts.qaHint}
        name="qa"
        defaultChecked={personality?.qa ?? true}
      />
      {unchanged.theirs !== undefined && <ChangedNotice onKeepMine={keepMine} onTakeTheirs={onReload} />}
      <SubmitRow
        form={form}
        label={personality === undefined ? personalityTexts.create : personalityTexts.saveChanges}
        busy={frame.saving}
      >
        {isSaved && !form.isBusy && <span className="hint">{frame.saved}</span>}
      </SubmitRow>
    </form>
  )
}
