import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/ask.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TabletalkError } from '../../clients/typescript/src/index.ts'
import { captureSecrets } from './access/secrets.ts'
import { resume } from './api/session.ts'
import { loadTexts, preferredLanguage, TextsProvider } from './i18n/texts.tsx'
import { createAppRouter } from './router.tsx'
import { applyPreferences } from './ui/preferences.ts'

// First of all, because URLs are kept in histories and logs.
captureSecrets()
applyPreferences()
// Relative URLs are resolved again when the URL of the page changes, so that of the icon is made absolute.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) icon.setAttribute('href', icon.href)

/** Permanent errors are not retried. */
const mayRepeat = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof TabletalkError) || error.status === 0 || error.status >= 500)

const queries = new QueryClient({ defaultOptions: { queries: { retry: mayRepeat, staleTime: 60_000 } } })

const [texts] = await Promise.all([loadTexts(preferredLanguage()), resume()])
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <TextsProvider texts={texts}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createAppRouter(queries)} />
      </QueryClientProvider>
    </TextsProvider>
  </StrictMode>,
)
