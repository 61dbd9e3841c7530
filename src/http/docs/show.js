const TENANT = { name: 'X-Tenant-Id', example: '1', reference: '#/components/parameters/TenantId' }

/** The contract, whose examples fit one database: it names that database, and a tenant where it keeps tenants apart. */
const fitting = (contract, { id, isScoped }) => {
  const fitted = structuredClone(contract)
  if (!isScoped) delete fitted.components.parameters.TenantId.example
  if (id === undefined) return fitted
  for (const operation of Object.values(fitted.paths).flatMap(Object.values)) {
    for (const parameter of operation.parameters ?? []) if (parameter.name === 'database_id') parameter.example = id
    const body = operation.requestBody?.content['application/json']
    if (body?.example?.message !== undefined) body.example.database_id = id
  }
  return fitted
}

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
let contract

const chosen = () => {
  const database = databases[select.selectedIndex]
  contract ??= ui.specSelectors.specJson().toJS()
  if (database === undefined) return
  const fitted = fitting(contract, database)
  ui.specActions.updateJsonSpec(fitted)
  // What is filled in already does not follow the examples.
  for (const [path, operations] of Object.entries(fitted.paths))
    for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
      const at = [path, method]
      const example = requestBody?.content['application/json']?.example
      if (example?.message !== undefined)
        ui.oas3Actions.setRequestBodyValue({ value: JSON.stringify(example, null, 2), pathMethod: at })
      if (parameters.some(({ $ref }) => $ref === TENANT.reference))
        ui.specActions.changeParam(at, TENANT.name, 'header', database.isScoped ? TENANT.example : undefined)
    }
}
select.addEventListener('change', chosen)

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

const ui = SwaggerUIBundle({
  ...{ url: '../openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null },
  plugins: [() => ({ statePlugins: { auth: { wrapActions: { authorize } } } })],
})
