import type { UserConfig } from 'vite'

/**
 * Every address in a build is relative: it is served below any prefix. Nothing is written into the page or into a style as
 * text, which the policy of the pages refuses (`src/http/portal/portal-pages.ts`).
 */
/** What all pages need. Cut into a file for each set of pages that share something, it would weigh more. */
const SHARED =
  /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-table|table-core)[\w-]+)[\\/]|createLucideIcon|clients[\\/]typescript|web[\\/]src[\\/](?:api|form|ui|router|i18n[\\/](?:texts|format)|access[\\/](?:organization|local-path|secrets))/

const config: UserConfig = {
  base: './',
  // No file of settings changes a build.
  envDir: false,
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'shared', test: SHARED, minShareCount: 2 }] },
        entryFileNames: 'assets/[name]-[hash:12].js',
        chunkFileNames: 'assets/[name]-[hash:12].js',
        assetFileNames: 'assets/[name]-[hash:12][extname]',
      },
    },
  },
}

export default config
