import type { TokenSource } from './identity-tokens.ts'

const NEEDED = 'tabletalk:identity-token-needed'
const GIVEN = 'tabletalk:identity-token'

/** Whether the widget is a page in a frame of another page. */
export const isFramed = (): boolean => window.parent !== window

/**
 * Identity tokens from the page around the frame. It is asked without any secret; only messages of that window count.
 *
 * @param signal ends the listening
 * @param onToken called with each token, also if the page sends it unasked
 */
export const frameTokens = (signal: AbortSignal, onToken: (token: string) => void): TokenSource => {
  let answered = Promise.withResolvers<string>()
  const listen = ({ source, data }: MessageEvent): void => {
    if (source !== window.parent || data?.type !== GIVEN || typeof data.token !== 'string') return
    answered.resolve(data.token)
    onToken(data.token)
  }
  window.addEventListener('message', listen, { signal })
  return {
    isAskedFirst: false,
    refresh: () => {
      answered = Promise.withResolvers()
      window.parent.postMessage({ type: NEEDED }, '*')
      return answered.promise
    },
  }
}
