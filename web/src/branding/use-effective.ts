import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { plainClient } from '../api/clients.ts'
import { type Branding, type BrandingValues, PREVIEW, previewBody } from './branding-data.ts'

/** Colours change with each move in a picker. */
const PAUSE_MS = 250

/**
 * What a screen would use of colours that are not published, as the service says; while a colour is none, of those before.
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
