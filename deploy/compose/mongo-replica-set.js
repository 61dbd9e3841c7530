// Creates the replica set and the user of Tabletalk; run again, it sets the user's password to that in the file. With
// ROTATE_ROOT_PASSWORD=on it gives root the password in root_password_next, and logs in with it (deploy/rotate).
const fs = require('node:fs')

const secret = (name) => fs.readFileSync(`/run/secrets/${name}`, 'utf8').trim()
const OPTIONS = `directConnection=true${process.env.TLS_OPTIONS ?? ''}`
const loginAsRoot = (name) => connect(`mongodb://root:${secret(name)}@mongo:27017/admin?${OPTIONS}`)

// A rotation that was interrupted may have given root the next password already.
const loginWithEither = () => {
  try {
    return loginAsRoot('root_password')
  } catch (error) {
    if (error.codeName !== 'AuthenticationFailed' || !fs.existsSync('/run/secrets/root_password_next')) throw error
    return loginAsRoot('root_password_next')
  }
}
const admin = loginWithEither()

const isInitiated = () => {
  try {
    return rs.status().ok === 1
  } catch (error) {
    if (error.codeName !== 'NotYetInitialized') throw error
    return false
  }
}
globalThis.db = admin
if (!isInitiated()) rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] })

const deadline = Date.now() + 60_000
while (!admin.hello().isWritablePrimary) {
  if (Date.now() > deadline)
    throw new Error('The replica set has no primary after one minute. See the log of the mongo service.')
  sleep(500)
}

const user = { pwd: secret('tabletalk_password'), roles: [{ role: 'readWrite', db: 'tabletalk' }] }
if (admin.getUser('tabletalk') === null) admin.createUser({ user: 'tabletalk', ...user })
else admin.updateUser('tabletalk', user)

if (process.env.ROTATE_ROOT_PASSWORD === 'on') {
  admin.updateUser('root', { pwd: secret('root_password_next') })
  loginAsRoot('root_password_next')
}
