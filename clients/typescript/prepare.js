import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * npm links a folder that is installed from elsewhere, and installs nothing for it: what the package is built with, and what
 * it needs when it runs, is fetched here unless it is there.
 */
const { dependencies, devDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const folder = new URL('.', import.meta.url)
const { resolve } = createRequire(import.meta.url)

const isThere = (name) => {
  try {
    resolve(`${name}/package.json`)
    return true
  } catch (error) {
    // It is there, and shows its entrances only.
    return error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}

if (!Object.keys({ ...dependencies, ...devDependencies }).every(isThere)) {
  // What the outer command was told is about the project that it runs in.
  const outer =
    /^npm_(config_(global|location|local_prefix|prefix|save.*|omit|include|dry_run|package_lock.*)|package_.*)$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)))
  const command = 'npm install --include=dev --ignore-scripts --no-save --no-package-lock --no-audit --no-fund'
  execSync(command, { cwd: folder, env: { ...env, NODE_ENV: 'development' }, stdio: 'inherit' })
}
