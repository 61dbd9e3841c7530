import type { UserConfig } from 'vite'

/**
 * Every address in a build is relative: it is served below any prefix. Nothing is written into the page or into a style as
 * text, which the policy of the pages refuses (`src/http/portal/portal-pages.ts`).
 */
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
        entryFileNames: 'assets/[name]-[hash:12].js',
        chunkFileNames: 'assets/[name]-[hash:12].js',
        assetFileNames: 'assets/[name]-[hash:12][extname]',
      },
    },
  },
}

export default config
