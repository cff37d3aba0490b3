import { beforeAll, describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { hosts } from './call'

interface Named {
  key: string
  value: string
  disabled?: boolean
}

interface Item {
  name: string
  event?: Array<{ listen: string; script: { exec: string[] } }>
  request: {
    method: string
    header: Named[]
    url: { raw: string; query?: Named[]; variable: Named[] }
    body?: { mode: string; raw: string }
  }
}

interface Collection {
  info: { schema: string }
  variable: Named[]
  auth: { type: string; apikey: Named[] }
  item: Array<{ name: string; item: Item[] }>
}

/** Returns a function that sends requests of a collection as Postman does: with its variables, its key and its scripts. */
function postmanOf({ variable, auth }: Collection) {
  const variables = new Map(variable.map(({ key, value }) => [key, value]))
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '')
  const asked = new Map(auth.apikey.map(({ key, value }) => [key, filled(value)]))

  async function send({ event = [], request: { method, header, url, body } }: Item) {
    const path = url.variable.reduce((raw, { key, value }) => raw.replace(`:${key}`, value), url.raw)
    const named = (pairs: Named[]) => pairs.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])
    const response = await fetch(filled(path), {
      method,
      headers: { ...Object.fromEntries(named(header)), [asked.get('key') ?? '']: filled('{{api_key}}') },
      ...(body && { body: filled(body.raw) }),
    })
    const text = await response.text()
    const pm = {
      response: { code: response.status, json: () => JSON.parse(text) },
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
    }
    for (const { listen, script } of event) if (listen === 'test') new Function('pm', script.exec.join('\n'))(pm)
    return { status: response.status, text }
  }

  return { variables, send }
}

describe.each(hosts)('the Postman collection, on the $host', ({ url }) => {
  let collection: Collection
  let key: string

  beforeAll(async () => {
    collection = await (await fetch(`${url}/api/postman.json`)).json()
    const person = new Person(url, `postman.${url.split(':').at(-1)}@example.com`)
    person.origin = 'https://pinref.example'
    await person.signUp()
    const operations = ['resolve', 'search', 'convert', 'usage', 'keys', 'callbacks']
    key = (await person.procedure('keys.create', { name: 'Postman', operations })).key
  })

  test('has the API key as its first variable, and sends it as X-API-Key', () => {
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
    expect(collection.variable.map(({ key }) => key)).toEqual([
      'api_key',
      'base_url',
      'batch_id',
      'callback_id',
      'key_id',
    ])
    expect(collection.auth).toMatchObject({
      type: 'apikey',
      apikey: [{ value: 'X-API-Key' }, { value: '{{api_key}}' }, { value: 'header' }],
    })
    expect(JSON.stringify(collection)).not.toContain('<string>')
  })

  test('has every operation of the OpenAPI document, in its groups', async () => {
    const document = await (await fetch(`${url}/api/openapi.json`)).json()
    const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item))
    expect(collection.item.map(({ name }) => name)).toEqual(['Lookups', 'Batches', 'Callbacks', 'Keys', 'Account'])
    expect(collection.item.flatMap(({ item }) => item.map(({ name }) => name)).sort()).toEqual(
      operations.map(({ summary }) => summary).sort(),
    )
  })

  test('works as imported once the key and the address are filled in', async () => {
    const { variables, send } = postmanOf(collection)
    variables.set('api_key', key)
    variables.set('base_url', `${url}/api`)
    const [lookups, batches, callbacks, keys, account] = collection.item.map(({ item }) => item)
    const told = async (items: readonly Item[] = [], status = 200) => {
      for (const item of items) expect([item.name, (await send(item)).status]).toEqual([item.name, status])
    }
    await told(lookups)
    await told(account)
    const isCreating = ({ request }: Item) => request.method === 'POST'
    await told(keys?.filter(isCreating), 201)
    expect(variables.get('key_id')).toMatch(/^key_/)
    await told(keys?.filter((item) => !isCreating(item)))
    const named = (path: string, method: string, items = batches) =>
      items?.filter(({ request }) => request.url.raw.endsWith(path) && request.method === method) ?? []
    // A batch that is made with its lines begins at once and accepts no parts after that.
    await told(named('/batches', 'POST'), 201)
    expect(variables.get('batch_id')).toMatch(/^batch_/)
    await told([...named('/batches', 'GET'), ...named('/batches/:id', 'GET'), ...named('/results', 'GET')])
    const later = named('/batches', 'POST').map((item) => ({
      ...item,
      request: { ...item.request, body: { mode: 'raw', raw: '{"start":"later","details":"none"}' } },
    }))
    await told(later, 201)
    await told([...named('/parts/:part', 'PUT'), ...named('/start', 'POST')])
    // The batch may have finished by now. Then the answer says so.
    for (const item of ['/pause', '/resume', '/cancel'].flatMap((step) => named(step, 'POST'))) {
      const { status, text } = await send(item)
      if (status !== 200) expect(JSON.parse(text).detail, item.name).toMatch(/^This batch is \w+; it cannot be/)
    }
    await told(named('/batches/:id', 'DELETE'))

    await told(named('/callbacks', 'POST', callbacks), 201)
    expect(variables.get('callback_id')).toMatch(/^cb_/)
    for (const method of ['GET', 'PATCH']) await told(named('/callbacks/:id', method, callbacks))
    for (const path of ['/test', '/rotate']) await told(named(path, 'POST', callbacks))
    await told([...named('/callbacks', 'GET', callbacks), ...named('/callbacks/:id', 'DELETE', callbacks)])
  })
})
