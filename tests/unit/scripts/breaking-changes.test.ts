import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { breakingChanges } from '@/scripts/openapi/breaking-changes.mjs'
import { openApiJson } from '@/server/entrances/rest/openapi-served'
import { removeFolder } from '@/tests/support/remove-folder'

// biome-ignore lint/suspicious/noExplicitAny: the tests change documents of every shape.
type Json = any

const text = { type: 'string' }
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const state = { anyOf: [{ type: 'string', enum: ['open', 'closed'] }, text] }

const person = { type: 'object', properties: { kind: { type: 'string', const: 'person' } }, required: ['kind'] }

/** A small document like Pinref's. */
const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  paths: {
    '/shops': {
      get: {
        operationId: 'shops-list',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'OK', content: json('Shop') } },
      },
      post: {
        operationId: 'shops-create',
        requestBody: { content: json('CreateShopRequest') },
        responses: { 201: { description: 'Created', content: json('CreatedShop') } },
      },
    },
  },
  webhooks: {
    'shop.closed': { post: { operationId: 'event-shop-closed', requestBody: { content: json('ShopClosedEvent') } } },
  },
  components: {
    schemas: {
      Shop: {
        type: 'object',
        properties: { id: text, name: { type: ['string', 'null'] }, state, owner: { anyOf: [person] } },
        required: ['id', 'name', 'state'],
      },
      CreatedShop: {
        allOf: [
          { $ref: '#/components/schemas/Shop' },
          { type: 'object', properties: { secret: text }, required: ['secret'] },
        ],
      },
      CreateShopRequest: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 100 }, kind: { type: 'string', enum: ['cafe', 'bar'] } },
        required: ['name'],
        additionalProperties: false,
      },
      ShopClosedEvent: {
        type: 'object',
        properties: { type: { type: 'string', const: 'shop.closed' }, shop_id: text },
        required: ['type', 'shop_id'],
      },
    },
  },
}

const shop = (): Json => structuredClone(shopDocument)

/** What the policy allows without notice. */
const allowed: Record<string, (document: Json, schemas: Json) => void> = {
  'a new operation': ({ paths }) => {
    paths['/shops'].delete = { operationId: 'shops-delete', responses: { 200: { description: 'OK' } } }
  },
  'a new response field': (_, { Shop }) => {
    Shop.properties.city = text
    Shop.required.push('city')
  },
  'a new value of a response’s enum': (_, { Shop }) => Shop.properties.state.anyOf[0].enum.unshift('moved'),
  'a new kind of object in a union': (_, { Shop }) =>
    Shop.properties.owner.anyOf.push({ type: 'object', properties: {} }),
  'a new optional request field': (_, { CreateShopRequest }) => {
    CreateShopRequest.properties.city = text
  },
  'a new value of a request’s enum': (_, { CreateShopRequest }) => CreateShopRequest.properties.kind.enum.push('pub'),
  'a new optional parameter': ({ paths }) =>
    paths['/shops'].get.parameters.push({ name: 'q', in: 'query', schema: text }),
  'a new event': ({ webhooks }) => {
    webhooks['shop.opened'] = { post: { operationId: 'event-shop-opened', requestBody: { content: json('Shop') } } }
  },
  'another order': ({ paths }, { Shop, CreateShopRequest }) => {
    Shop.required.reverse()
    CreateShopRequest.properties.kind.enum.reverse()
    paths['/shops'] = Object.fromEntries(Object.entries(paths['/shops']).reverse())
  },
  'a description': ({ paths }) => {
    paths['/shops'].get.description = 'Lists shops.'
  },
  'a response that moves to the components': (document) => {
    document.components.responses = { ShopResponse: document.paths['/shops'].get.responses[200] }
    document.paths['/shops'].get.responses[200] = { $ref: '#/components/responses/ShopResponse' }
  },
}

/** What the policy rules out within a version. */
const ruledOut: Record<string, (document: Json, schemas: Json) => void> = {
  'a path that is removed': ({ paths }) => delete paths['/shops'],
  'an operation that is removed': ({ paths }) => delete paths['/shops'].get,
  'an operation id that changes': ({ paths }) => {
    paths['/shops'].get.operationId = 'shops-all'
  },
  'a parameter that is removed': ({ paths }) => paths['/shops'].get.parameters.pop(),
  'a new required parameter': ({ paths }) =>
    paths['/shops'].get.parameters.push({ name: 'q', in: 'query', required: true, schema: text }),
  'a response field that is removed': (_, { Shop }) => {
    delete Shop.properties.name
    Shop.required = ['id', 'state']
  },
  'a response field that becomes optional': (_, { Shop }) => Shop.required.pop(),
  'a response field that becomes null': (_, { Shop }) => {
    Shop.properties.id = { type: ['string', 'null'] }
  },
  'a union that gets null': (_, { Shop }) => Shop.properties.owner.anyOf.push({ type: 'null' }),
  'a response field of another type': (_, { Shop }) => {
    Shop.properties.name = { type: ['integer', 'null'] }
  },
  'a value of a response’s enum that is renamed': (_, { Shop }) =>
    Shop.properties.state.anyOf[0].enum.splice(1, 1, 'shut'),
  'a field of a created resource that is removed': (_, { CreatedShop }) => {
    CreatedShop.allOf.pop()
  },
  'a request field that is removed': (_, { CreateShopRequest }) => delete CreateShopRequest.properties.kind,
  'a request field that becomes required': (_, { CreateShopRequest }) => CreateShopRequest.required.push('kind'),
  'a new required request field': (_, { CreateShopRequest }) => {
    CreateShopRequest.properties.city = text
    CreateShopRequest.required.push('city')
  },
  'a value of a request’s enum that is removed': (_, { CreateShopRequest }) =>
    CreateShopRequest.properties.kind.enum.pop(),
  'a request field with a lower limit': (_, { CreateShopRequest }) => {
    CreateShopRequest.properties.name.maxLength = 50
  },
  'an event that is removed': ({ webhooks }) => delete webhooks['shop.closed'],
  'an event field that is removed': (_, { ShopClosedEvent }) => delete ShopClosedEvent.properties.shop_id,
  'an event with another type': (_, { ShopClosedEvent }) => {
    ShopClosedEvent.properties.type.const = 'shop.shut'
  },
  'a schema that is renamed': (document, { Shop, CreatedShop }) => {
    document.components.schemas = { ...document.components.schemas, Store: Shop, Shop: undefined }
    delete document.components.schemas.Shop
    CreatedShop.allOf[0] = { $ref: '#/components/schemas/Store' }
    document.paths['/shops'].get.responses[200].content = json('Store')
  },
}

describe('a comparison of OpenAPI documents', () => {
  test.each(Object.keys(allowed))('allows %s', (name) => {
    const after = shop()
    allowed[name]?.(after, after.components.schemas)
    expect(breakingChanges(shop(), after)).toEqual([])
  })

  test.each(Object.keys(ruledOut))('reports %s', (name) => {
    const after = shop()
    ruledOut[name]?.(after, after.components.schemas)
    expect(breakingChanges(shop(), after)).not.toEqual([])
  })
})

describe('the command that compares the OpenAPI document with its snapshot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-compare-'))
  afterAll(() => removeFolder(folder))

  /** Runs the command on a changed copy of the document. */
  async function compare(change: (schemas: Json) => void) {
    const after = JSON.parse(await openApiJson())
    change(after.components.schemas)
    const files = [join(folder, 'after.json'), join(folder, 'before.json')]
    writeFileSync(files[0] ?? '', JSON.stringify(after))
    writeFileSync(files[1] ?? '', await openApiJson())
    return run(...files)
  }

  const run = (...files: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/openapi/compare.mjs', ...files]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }) => ({ code, text: stderr }),
    )

  test('passes if a field is added', async () => {
    const { code, text } = await compare(({ Key, ResolveRequest }) => {
      Key.properties.added_later = { type: 'string' }
      ResolveRequest.properties.added_later = { type: 'string' }
    })
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('no breaking changes') })
  })

  test('fails if a field is removed, and names the field', async () => {
    const { code, text } = await compare(({ Key }) => delete Key.properties.name)
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/\/key > get > .* > name: removed/) })
  })

  test('says how to write a snapshot if there is none', async () => {
    const { code, text } = await run('dist/openapi.json', join(folder, 'none.json'))
    expect({ code, text }).toEqual({ code: 2, text: expect.stringContaining('npm run task openapi:snapshot') })
  })
})
