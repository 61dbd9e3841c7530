import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { logOut } from './log-out.ts'

/** Ends the login, clears cached data, and goes to the login page, or to the identity provider to end the login there too. */
export const useLogOut = (): (() => Promise<void>) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    const providerUrl = await logOut()
    queries.clear()
    if (providerUrl === undefined) await navigate({ to: '/login', search: {} })
    else location.assign(providerUrl)
  }
}
