import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { useTexts } from '../i18n/texts.tsx'
import { announce } from '../ui/announcer.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import type { Personality } from './personalities-page.tsx'
import { PersonalityForm } from './personality-form.tsx'
import { personalityTexts } from './texts.ts'

/** One personality: its fields, its id for questions, and its removal. */
export const EditPersonality = ({ id }: { readonly id: string }) => {
  const { copy } = useTexts()
  const [version, setVersion] = useState(0)
  const personality = useQuery({
    queryKey: ['/api/v1/personalities/{personality_id}', id],
    queryFn: async ({ signal }) => {
      const path = { personality_id: id }
      return (await plainClient.call('get', '/api/v1/personalities/{personality_id}', { path, signal })).data
    },
  })
  const reload = async () => {
    await personality.refetch()
    setVersion(version + 1)
  }
  return (
    <Loaded query={personality}>
      {(found) => (
        <>
          <section>
            <PersonalityForm key={version} personality={found} onReload={() => void reload()} />
          </section>
          <section aria-labelledby="identifier">
            <h2 id="identifier">{personalityTexts.id}</h2>
            <p className="hint">{personalityTexts.idHint}</p>
            <p className="actions">
              <code>{found.id}</code> <CopyButton text={found.id} label={copy} />
            </p>
          </section>
          <Removal personality={found} />
        </>
      )}
    </Loaded>
  )
}

const Removal = ({ personality: { id, name } }: { readonly personality: Personality }) => {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const remove = async () => {
    await plainClient.call('delete', '/api/v1/personalities/{personality_id}', { path: { personality_id: id } })
    announce(personalityTexts.removed)
    await refresh('/api/v1/personalities')
    await navigate({ to: '/personalities' })
  }
  return (
    <section aria-labelledby="removal">
      <h2 id="removal">{personalityTexts.remove}</h2>
      <p className="hint">{personalityTexts.removeHint}</p>
      <p className="actions">
        <button type="button" className="danger" onClick={() => setAsking(true)}>
          {personalityTexts.remove}
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={personalityTexts.removeTitle(name)}
          action={personalityTexts.removeAction}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{personalityTexts.removeHint}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
