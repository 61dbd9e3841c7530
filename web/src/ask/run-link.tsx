import { useQuery } from '@tanstack/react-query'
import { plainClient } from '../api/clients.ts'
import { mayOpen, useRole } from '../frame/role.ts'
import { useTexts } from '../i18n/texts.tsx'

interface RunLinkProps {
  readonly conversationId: string
  readonly turnId: string
}

/** Link to the turn in Temporal's UI, for users who may see the turns of their organization, if that UI is configured. */
export const RunLink = ({ conversationId, turnId }: RunLinkProps) => {
  const { receipt: says } = useTexts()
  const { data: url } = useQuery({
    queryKey: ['/api/v1/turns', conversationId, turnId],
    enabled: mayOpen(useRole(), 'admin'),
    // Temporal lists a turn shortly after it has begun.
    retry: 3,
    queryFn: async ({ signal }) => {
      const query = { conversation_id: conversationId, limit: '100' }
      const { data } = await plainClient.call('get', '/api/v1/turns', { query, signal })
      const turn = data.turns.find(({ turn_id: id }) => id === turnId)
      if (turn === undefined) throw new Error('not listed yet')
      return turn.run_url
    },
  })
  return url == null ? null : (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {says.openRun}
    </a>
  )
}
