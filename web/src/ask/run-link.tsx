import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import { mayOpen, useRole } from '../frame/role.ts'
import { useTexts } from '../i18n/texts.tsx'

interface RunLinkProps {
  readonly conversationId: string
  readonly turnId: string
}

/** The run of a turn in Temporal's UI, for those who see the turns of their organization, where the service knows that UI. */
export const RunLink = ({ conversationId, turnId }: RunLinkProps) => {
  const { receipt: says } = useTexts()
  const { data: url } = useQuery({
    queryKey: ['/api/v1/turns', conversationId, turnId],
    enabled: mayOpen(useRole(), 'admin'),
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { conversation_id: conversationId, limit: '100' }
      const { data } = await plainClient.call('get', '/api/v1/turns', { query, signal })
      return data.turns.find(({ turn_id: id }) => id === turnId)?.run_url ?? null
    },
  })
  return url == null ? null : (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {says.openRun}
    </a>
  )
}
