import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runInNewContext } from 'node:vm'

const text = await readFile(path.join(import.meta.dirname, '../../deploy/compose/mongo-replica-set.js'), 'utf8')
const FOLDER = '/run/secrets/'

/** A server with users, as far as the script asks it through mongosh. */
const fakeMongo = (rootPassword: string) => {
  const users = new Map([['root', rootPassword]])
  const state = { isInitiated: false }
  const admin = {
    hello: () => ({ isWritablePrimary: state.isInitiated }),
    getUser: (name: string) => (users.has(name) ? { user: name } : null),
    createUser: ({ user, pwd }: { user: string; pwd: string }) => users.set(user, pwd),
    updateUser: (name: string, { pwd }: { pwd: string }) => users.set(name, pwd),
  }
  const logins: string[] = []
  const connect = (uri: string) => {
    const { username, password } = new URL(uri)
    logins.push(password)
    if (users.get(username) !== password)
      throw Object.assign(new Error('Authentication failed.'), { codeName: 'AuthenticationFailed' })
    return admin
  }
  const rs = {
    status: () => {
      if (!state.isInitiated) throw Object.assign(new Error('no config'), { codeName: 'NotYetInitialized' })
      return { ok: 1 }
    },
    initiate: () => {
      state.isInitiated = true
    },
  }
  const run = (secrets: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
    const fs = {
      readFileSync: (file: string) => {
        const secret = secrets[file.replace(FOLDER, '')]
        if (secret === undefined) throw new Error(`no such file: ${file}`)
        return secret
      },
      existsSync: (file: string) => file.replace(FOLDER, '') in secrets,
    }
    runInNewContext(text, { require: () => fs, connect, rs, sleep: () => undefined, process: { env } })
  }
  return { users, logins, run }
}

const OLD = { root_password: 'old', tabletalk_password: 'app' }
const BOTH = { ...OLD, root_password_next: 'next' }
const ROTATE = { ROTATE_ROOT_PASSWORD: 'on' }

describe('deploy/compose/mongo-replica-set.js', () => {
  it('creates the user of Tabletalk, and sets its password again', () => {
    const { users, run } = fakeMongo('old')
    run(OLD)
    run({ ...OLD, tabletalk_password: 'new' })
    expect(Object.fromEntries(users)).toEqual({ root: 'old', tabletalk: 'new' })
  })

  it('gives root the next password only on request, and logs in with it', () => {
    const { users, logins, run } = fakeMongo('old')
    run(BOTH)
    expect(users.get('root')).toBe('old')
    run(BOTH, ROTATE)
    expect([users.get('root'), logins.at(-1)]).toEqual(['next', 'next'])
  })

  it('continues a rotation that was interrupted after the server accepted the next password', () => {
    const { users, run } = fakeMongo('next')
    run(BOTH, ROTATE)
    run(BOTH)
    expect(users.get('root')).toBe('next')
  })

  it('fails if the server accepts neither password', () => {
    const { run } = fakeMongo('another')
    expect(() => run(OLD)).toThrow('Authentication failed.')
    expect(() => run(BOTH, ROTATE)).toThrow('Authentication failed.')
  })
})
