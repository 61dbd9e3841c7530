import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AnswerPart } from '../../../clients/typescript/src/index.ts'
import { SERVICE_URL } from '../api/address.ts'
import { type Identity, readingScope } from '../api/clients.ts'
import { validToken } from '../api/session.ts'
import { localeOf } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { shownTheme, subscribeTheme } from '../ui/preferences.ts'

const WIDTH_STEP = 120
const [WIDTH_MIN, WIDTH_MAX] = [320, 880]

interface ChartAddress {
  readonly messageId: string
  readonly part: number | undefined
  readonly type: string | undefined
}

interface ChartPictureProps extends ChartAddress {
  readonly chart: NonNullable<AnswerPart['chart']>
  readonly identity: Identity
}

/** A chart in the available width, in the theme of the page. */
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
    queryFn: () => drawing(chartUrl(address, drawn), identity),
  })
  useEffect(() => {
    if (data !== undefined) frame.current?.replaceChildren(document.importNode(data, true))
  }, [data])
  return isError ? <p className="hint">{texts.results.chartFailed}</p> : <div className="chart" ref={frame} />
}

/** URL of a chart's drawing. */
const chartUrl = ({ messageId, part, type }: ChartAddress, drawn: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams({
    ...drawn,
    ...(part === undefined ? {} : { part: String(part) }),
    ...(type === undefined ? {} : { type }),
  })
  return `${SERVICE_URL}api/v1/chat/messages/${encodeURIComponent(messageId)}/chart?${query}`
}

/** Allowed elements of a drawing: shapes and text, without scripts or resources. */
const ELEMENTS = new Set(['svg', 'g', 'path', 'rect', 'circle', 'line', 'text', 'tspan', 'title', 'defs', 'clipPath'])

/**
 * A drawing of the service, parsed as a separate document: it uses the font of the page, and no markup is inserted
 * unchecked.
 *
 * @throws Error if it cannot be loaded, or has any other element
 */
const drawing = async (url: string, identity: Identity): Promise<SVGSVGElement> => {
  const token = await validToken()
  const root = await new Promise<Element | undefined>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.setRequestHeader('X-Scope-Id', readingScope(identity))
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.onload = () =>
      request.status === 200 ? resolve(request.responseXML?.documentElement) : reject(new Error(`${request.status}`))
    request.onerror = () => reject(new Error('no answer'))
    request.send()
  })
  if (!(root instanceof SVGSVGElement)) throw new Error('this is no drawing')
  const isForeign = ({ localName, attributes }: Element): boolean =>
    !ELEMENTS.has(localName) || [...attributes].some(({ localName: name }) => name.startsWith('on') || name === 'href')
  if ([root, ...root.querySelectorAll('*')].some(isForeign)) throw new Error('this drawing has more in it than shapes')
  return root
}
