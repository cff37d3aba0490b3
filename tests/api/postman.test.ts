import { beforeAll, describe, expect, test } from 'vitest'
import { hosts } from './call'

interface Named {
  key: string
  value: string
}

interface Item {
  name: string
  event: Array<{ listen: string; script: { exec: string[] } }>
  request: { method: string; url: { raw: string; variable: Named[] } }
}

interface Collection {
  info: { schema: string }
  variable: Named[]
  auth: { type: string; apikey: Named[] }
  item: Array<{ name: string; item: Item[] }>
}

// `tests/clients/newman.slow.test.ts` runs the collection.
describe.each(hosts)('the Postman collection, on the $host', ({ url }) => {
  let collection: Collection

  beforeAll(async () => {
    collection = await (await fetch(`${url}/api/postman.json`)).json()
  })

  test('has the API key as its first variable and sends it as X-API-Key', () => {
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
    const [first, ...others] = collection.variable.map(({ key }) => key)
    expect([first, others.toSorted()]).toEqual([
      'api_key',
      ['base_url', 'batch_id', 'callback_id', 'delivery_id', 'key_id', 'watchlist_id'],
    ])
    expect(collection.auth).toMatchObject({
      type: 'apikey',
      apikey: [{ value: 'X-API-Key' }, { value: '{{api_key}}' }, { value: 'header' }],
    })
    expect(JSON.stringify(collection)).not.toContain('<string>')
  })

  test('has every operation in the OpenAPI document, in the same groups', async () => {
    const document = await (await fetch(`${url}/api/openapi.json`)).json()
    const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item))
    expect(collection.item.map(({ name }) => name)).toEqual([
      ...['Lookups', 'Batches', 'Watchlists', 'Callbacks', 'Keys', 'Account'],
    ])
    expect(collection.item.flatMap(({ item }) => item.map(({ name }) => name)).sort()).toEqual(
      operations.map(({ summary }) => summary).sort(),
    )
  })

  test('has its requests in a working order, with create requests before delete requests', () => {
    const batches = collection.item.find(({ name }) => name === 'Batches')?.item ?? []
    const steps = batches.map(({ request: { method, url } }) => `${method} ${url.raw.replace('{{base_url}}', '')}`)
    const story = ['/:id/parts/:part', '/:id/start', '/:id/results'].map((step) =>
      steps.findIndex((one) => one.endsWith(`/batches${step}`)),
    )
    expect(story).toEqual(story.toSorted((one, other) => one - other))
    expect(story).not.toContain(-1)
    expect([steps[0], steps.at(-1)]).toEqual(['POST /batches', 'DELETE /batches/:id'])
  })

  test('every request tests its response, and uses objects that earlier requests created', () => {
    for (const { name, event, request } of collection.item.flatMap(({ item }) => item)) {
      const scripts = event.filter(({ listen }) => listen === 'test').flatMap(({ script }) => script.exec)
      expect(scripts.filter((line) => line.includes('pm.test(')).length, name).toBeGreaterThan(1)
      const [about] = request.url.variable.filter(({ key }) => key === 'id')
      if (about) expect(collection.variable.map(({ key }) => `{{${key}}}`)).toContain(about.value)
    }
  })
})
