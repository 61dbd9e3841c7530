const TENANT = { name: 'X-Tenant-Id', example: '1', reference: '#/components/parameters/TenantId' }

/** Databases that a key may ask, each with whether it is scoped by tenant. */
const databasesOf = async (key) => {
  const request = (path, headers) => fetch(`../api/v1${path}`, { headers: { 'X-API-Key': key, ...headers } })
  if (key.startsWith('pk_')) {
    // A public key has one database and cannot list databases.
    const response = await request('/chat/conversations', { 'X-Scope-Id': 'me', [TENANT.name]: TENANT.example })
    const refusal = response.ok ? undefined : await response.json()
    return [{ isScoped: refusal?.details?.some(({ field }) => field === TENANT.name) !== true }]
  }
  const listed = await request('/databases?page_size=100')
  if (!listed.ok) return []
  const { data } = await listed.json()
  return data.map(({ id, name, requires_organization_scoping: isScoped }) => ({ id, name, isScoped }))
}

const databaseField = document.querySelector('#database')
const [select] = databaseField.getElementsByTagName('select')
let databases = []
const expanded = new Set()

let operations

/** An operation of the contract by its id, with path and method. The contract is converted once per page. */
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

/** Fills in an expanded operation: the selected database and, if it is scoped, an example tenant. */
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

const fillInExpanded = () => {
  const database = databases[select.selectedIndex]
  if (database === undefined || expanded.size === 0) return
  for (const id of expanded) fillIn(operationOf(id), database)
}
select.addEventListener('change', fillInExpanded)

/** Wraps the action that expands an operation, to fill it in. */
const show = (original) => (path, isExpanded) => {
  original(path, isExpanded)
  const [kind, , id] = path
  if (kind !== 'operations' || id === undefined) return
  if (isExpanded) expanded.add(id)
  else expanded.delete(id)
  if (isExpanded) fillInExpanded()
}

const loadDatabases = async (key) => {
  databases = await databasesOf(key)
  select.replaceChildren(...databases.map(({ name = '' }) => new Option(name)))
  databaseField.hidden = databases.length < 2
  fillInExpanded()
}

/** Wraps the action that stores a key, to load the databases of the key. */
const authorize = (original) => (given) => {
  original(given)
  for (const { schema, value } of Object.values(given))
    if (schema.get('type') === 'apiKey') loadDatabases(value).catch(() => undefined)
}

/** Removes the tenant header if its field is empty. */
const requestInterceptor = (request) => {
  if (request.headers[TENANT.name] === '') delete request.headers[TENANT.name]
  return request
}

const ui = SwaggerUIBundle({
  ...{ url: '../openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, requestInterceptor },
  plugins: [() => ({ statePlugins: { auth: { wrapActions: { authorize } }, layout: { wrapActions: { show } } } })],
})
