import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { UserConfig } from 'vite'

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))

/** One classic script without files beside it, so that a page includes the widget with one tag. */
const config: UserConfig = {
  base: './',
  // No file of settings changes a build.
  envDir: false,
  publicDir: false,
  plugins: [
    {
      name: 'compact-styles',
      transform: (code, id) =>
        /[\\/]styles[\\/]/.test(id) ? code.replaceAll(/\s*([\n{};,>])\s*|(?<=:) /g, '$1') : undefined,
    },
  ],
  define: { WIDGET_VERSION: JSON.stringify(version) },
  build: {
    target: 'es2022',
    lib: {
      entry: path.join(import.meta.dirname, 'src/main.ts'),
      formats: ['iife'],
      name: 'TabletalkWidget',
      fileName: () => 'widget.js',
    },
  },
}

export default config
