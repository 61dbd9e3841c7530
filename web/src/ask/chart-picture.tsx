import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SERVICE_URL } from '../api/address.ts'
import { type Identity, readingScope } from '../api/clients.ts'
import { authorizedFetch } from '../api/session.ts'
import { localeOf } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { shownTheme, subscribeTheme } from '../ui/preferences.ts'
import type { Chart } from './answer-view.ts'

const WIDTH_STEP = 120
const [WIDTH_MIN, WIDTH_MAX] = [320, 880]

export interface ChartAddress {
  readonly messageId: string
  readonly part: number | undefined
  readonly type: string | undefined
}

/** A chart, drawn by the service. @throws Error where it cannot be */
export const fetchChart = async (
  { messageId, part, type }: ChartAddress,
  drawn: Readonly<Record<string, string>>,
  identity: Identity,
  signal?: AbortSignal,
): Promise<Blob> => {
  const query = new URLSearchParams({
    ...drawn,
    ...(part === undefined ? {} : { part: String(part) }),
    ...(type === undefined ? {} : { type }),
  })
  const url = `${SERVICE_URL}api/v1/chat/messages/${encodeURIComponent(messageId)}/chart?${query}`
  const headers = { 'X-Scope-Id': readingScope(identity) }
  const response = await authorizedFetch(url, { headers, ...(signal === undefined ? {} : { signal }) })
  if (!response.ok) throw new Error(`the chart was answered ${response.status}`)
  return await response.blob()
}

interface ChartPictureProps extends ChartAddress {
  readonly chart: Chart
  readonly identity: Identity
}

/** A chart as wide as there is room, in the theme of the page. It is a picture: nothing in it can run. */
export const ChartPicture = ({ chart, identity, ...address }: ChartPictureProps) => {
  const texts = useTexts()
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  const theme = useSyncExternalStore(subscribeTheme, shownTheme)
  useEffect(() => {
    const room = frame.current?.clientWidth ?? WIDTH_MAX
    setWidth(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.floor(room / WIDTH_STEP) * WIDTH_STEP)))
  }, [])
  const drawn = { format: 'svg', width: String(width), theme, locale: localeOf(texts) }
  const { data, isError } = useQuery({
    queryKey: ['chart', address, drawn],
    enabled: width !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => fetchChart(address, drawn, identity, signal),
  })
  const url = useObjectUrl(data)
  return (
    <div className="chart" ref={frame}>
      {isError && <p className="hint">{texts.results.chartFailed}</p>}
      {url !== undefined && <img src={url} alt={chart.alt} />}
    </div>
  )
}

const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
