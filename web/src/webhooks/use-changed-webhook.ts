import { useRefresh } from '../api/use-refresh.ts'

/** Reads webhooks again after one was changed. */
export const useChangedWebhook = () => {
  const refresh = useRefresh()
  return () => refresh('/api/v1/webhooks', '/api/v1/webhooks/{webhook_id}')
}
