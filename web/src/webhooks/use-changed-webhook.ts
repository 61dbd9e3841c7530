import { useRefresh } from '../api/use-refresh.ts'

/** Refetches webhooks after a change. */
export const useChangedWebhook = () => {
  const refresh = useRefresh()
  return () => refresh('/api/v1/webhooks', '/api/v1/webhooks/{webhook_id}')
}
