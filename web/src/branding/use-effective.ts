import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { type Branding, type BrandingValues, PREVIEW, previewBody } from './branding-data.ts'

/** Delay of a preview, because a picker changes colours continuously. */
const PAUSE_MS = 250

/**
 * The effective colours of unpublished branding, computed by the service; while a colour is invalid, the previous ones.
 *
 * @param values of the form
 */
export const useEffective = (values: BrandingValues, stored: Branding) => {
  const now = JSON.stringify(previewBody(values, stored))
  const [asked, setAsked] = useState(now)
  useEffect(() => {
    if (now === undefined || now === asked) return
    const timer = setTimeout(() => setAsked(now), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now, asked])
  return useQuery({
    queryKey: [PREVIEW, asked],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await plainClient.call('post', PREVIEW, { body: JSON.parse(asked), signal })).data.effective,
  })
}
