import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * npm links a folder that is installed as a dependency without installing its dependencies: those for building and
 * running the package are installed here if they are missing.
 */
const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const folder = new URL('.', import.meta.url)
const { resolve } = createRequire(import.meta.url)

const isThere = (name) => {
  try {
    resolve(`${name}/package.json`)
    return true
  } catch (error) {
    // It is installed, but its `exports` hide its package.json.
    return error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}

if (!Object.keys({ ...dependencies, ...devDependencies }).every(isThere)) {
  // Settings of the outer npm command apply to the project that it runs in.
  const outer =
    /^npm_(config_(global|location|local_prefix|prefix|save.*|omit|include|dry_run|package_lock.*)|package_.*)$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)))
  const command = 'npm install --include=dev --ignore-scripts --no-save --no-package-lock --no-audit --no-fund'
  execSync(command, { cwd: folder, env: { ...env, NODE_ENV: 'development' }, stdio: 'inherit' })
}
