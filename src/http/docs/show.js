const TENANT = { name: 'X-Tenant-Id', example: '1', reference: '#/components/parameters/TenantId' }

/** Databases that a key may ask, each with whether it keeps tenants apart. */
const databasesOf = async (key) => {
  const asked = (path, headers) => fetch(`../api/v1${path}`, { headers: { 'X-API-Key': key, ...headers } })
  if (key.startsWith('pk_')) {
    // A public key sees the one database that it is of, and no list.
    const tried = await asked('/chat/conversations', { 'X-Scope-Id': 'me', [TENANT.name]: TENANT.example })
    const refused = tried.ok ? undefined : await tried.json()
    return [{ isScoped: refused?.details?.some(({ field }) => field === TENANT.name) !== true }]
  }
  const listed = await asked('/databases?page_size=100')
  if (!listed.ok) return []
  const { data } = await listed.json()
  return data.map(({ id, name, requires_organization_scoping: isScoped }) => ({ id, name, isScoped }))
}

const choice = document.querySelector('#database')
const [select] = choice.getElementsByTagName('select')
let databases = []
const shown = new Set()

let operations

/** An operation of the contract by its id, with its address. The contract is converted once: it never changes in a page. */
const operationOf = (id) => {
  operations ??= new Map(
    Object.entries(ui.specSelectors.specJson().toJS().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, at: [path, method] },
      ]),
    ),
  )
  return operations.get(id)
}

/** Fills in an operation that is open: the chosen database, and a tenant where it keeps tenants apart. */
const fillIn = ({ at, requestBody, parameters = [] }, { id, isScoped }) => {
  const example = requestBody?.content['application/json']?.example
  if (id !== undefined && example?.message !== undefined) {
    const value = JSON.stringify({ ...example, database_id: id }, null, 2)
    ui.oas3Actions.setRequestBodyValue({ value, pathMethod: at })
  }
  for (const { $ref, name } of parameters) {
    if ($ref === TENANT.reference) ui.specActions.changeParam(at, TENANT.name, 'header', isScoped ? TENANT.example : '')
    if (id !== undefined && name === 'database_id') ui.specActions.changeParam(at, name, 'query', id)
  }
}

const chosen = () => {
  const database = databases[select.selectedIndex]
  if (database === undefined || shown.size === 0) return
  for (const id of shown) fillIn(operationOf(id), database)
}
select.addEventListener('change', chosen)

/** Shows as Swagger UI does, and fills in what is opened. */
const show = (keep) => (place, isShown) => {
  keep(place, isShown)
  const [kind, , id] = place
  if (kind !== 'operations' || id === undefined) return
  if (isShown) shown.add(id)
  else shown.delete(id)
  if (isShown) chosen()
}

const withKey = async (key) => {
  databases = await databasesOf(key)
  select.replaceChildren(...databases.map(({ name = '' }) => new Option(name)))
  choice.hidden = databases.length < 2
  chosen()
}

/** Keeps a key as Swagger UI does, and fills in what its databases need. */
const authorize = (keep) => (given) => {
  keep(given)
  for (const { schema, value } of Object.values(given))
    if (schema.get('type') === 'apiKey') withKey(value).catch(() => undefined)
}

/** An empty field is a header that is not meant. */
const requestInterceptor = (request) => {
  if (request.headers[TENANT.name] === '') delete request.headers[TENANT.name]
  return request
}

const ui = SwaggerUIBundle({
  ...{ url: '../openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, requestInterceptor },
  plugins: [() => ({ statePlugins: { auth: { wrapActions: { authorize } }, layout: { wrapActions: { show } } } })],
})
