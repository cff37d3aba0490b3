import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/**
 * Returns what a new OpenAPI document breaks for clients of an old one, one line per change. api-smart-diff finds and
 * classifies the changes; the rest here is what the versioning policy adds: requests are strict, responses and enums may
 * grow but never lose or rename anything, and programs use the names of operations and schemas.
 * @param {object} before
 * @param {object} after
 * @returns {string[]}
 */
export function breakingChanges(before, after) {
  // One of the tools that only checks use.
  const { apiCompare } = createRequire(resolve('tests/tools/package.json'))('api-smart-diff')
  const { diffs } = apiCompare(comparable(before), comparable(after))
  return [...new Set(diffs.filter(isBreaking).map(lineOf))]
}

/**
 * Returns the document in a form that the library compares fully: each event is the response of an operation, and a
 * schema that extends others has all of their fields.
 */
function comparable({ webhooks = {}, paths, components: { schemas, ...components }, ...document }) {
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const { operationId, requestBody } = post
    return [`event ${name}`, { get: { operationId, responses: { 200: { description: '', ...requestBody } } } }]
  })
  const flat = Object.entries(schemas).map(([name, schema]) => [name, flattened(schema, schemas)])
  return {
    ...document,
    paths: { ...paths, ...Object.fromEntries(events) },
    components: { ...components, schemas: Object.fromEntries(flat) },
  }
}

function flattened({ allOf, ...schema }, schemas) {
  const parts = (allOf ?? []).map((part) => flattened(schemas[part.$ref?.split('/').at(-1)] ?? part, schemas))
  if (parts.length === 0) return schema
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  return { type: 'object', ...schema, properties, required: parts.flatMap(({ required = [] }) => required) }
}

function isBreaking({ type, action, path, after }) {
  const [part, kind] = path
  const parent = path.at(-2)
  // What components contain is compared where it is used.
  if (part === 'components') return kind === 'schemas' && path.length === 3 && action === 'remove'
  if (part !== 'paths') return type === 'breaking'
  if (parent === 'properties' && action === 'remove') return true
  const isResponse = path.includes('responses')
  const keywords = path.filter((_, index) => path[index - 1] !== 'properties').slice(-2)
  const isAbout = (...names) => keywords.some((keyword) => names.includes(keyword))
  if (isAbout('operationId', 'const') && action !== 'add') return true
  if (!isResponse) return type === 'breaking'
  if (isAbout('type')) return true
  if (isAbout('enum')) return action !== 'add'
  // A union may get another kind of object, but not, for example, null.
  if (isAbout('anyOf', 'oneOf')) return !(action === 'add' && after.type === 'object')
  return type === 'breaking' && !(action === 'add' && ['properties', 'required'].includes(parent))
}

const verbs = { add: 'added', remove: 'removed', replace: 'changed', rename: 'renamed' }

function lineOf({ action, path, before, after }) {
  const [, ...steps] = path[0] === 'paths' ? path : ['', ...path]
  const values = [before, after].filter((value) => value !== undefined && typeof value !== 'object')
  const change = action === 'replace' && values.length === 2 ? ` from ${values[0]} to ${values[1]}` : ''
  return `${steps.join(' > ')}: ${verbs[action] ?? action}${change}`
}
