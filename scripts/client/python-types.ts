import type { OpenApiDocument } from '@/server/entrances/rest/openapi'

/** The parts of JSON Schema that the document uses. */
interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string | undefined
}

interface Parameter {
  name: string
  in: string
  description?: string
  schema: Schema
}

interface Operation {
  operationId: string
  parameters?: Array<Parameter | { $ref: string }>
  requestBody?: unknown
}

/** The keyword arguments of methods: a request without the fields that are parameters of their own. */
const keywordArguments: Readonly<Record<string, { request: string; without: readonly string[] }>> = {
  LookupOptions: { request: 'ResolveRequest', without: ['url'] },
  SearchOptions: { request: 'SearchRequest', without: ['name'] },
  BatchOptions: { request: 'CreateBatchRequest', without: ['lines', 'start'] },
}

/** The names of list items that have no schema of their own in the document. */
const itemNames: Readonly<Record<string, string>> = {
  'BatchRequest.items': 'BatchItem',
  'BatchResults.results': 'ItemResult',
  'CreateBatchRequest.lines': 'Line',
  'CreateListingsRequest.listings': 'ListingToWatch',
}

/**
 * Returns a Python module with a type for each schema in the document, for the objects and enums inside, and for the query
 * parameters of each operation that has some.
 * @throws Error if a schema has no Python type.
 */
export function pythonTypes({ components, paths = {}, webhooks = {} }: OpenApiDocument): string {
  const { schemas = {}, parameters: shared = {} } = components as {
    schemas?: Record<string, Schema>
    parameters?: Record<string, Parameter>
  }
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Operation[])
  const bodies = operations.map(({ requestBody }) => requestBody)
  const requests = refsIn(bodies, schemas)
  const module = new PythonModule()
  for (const [name, schema] of Object.entries(schemas)) module.add(name, schema, requests.has(name))
  for (const [name, { request, without }] of Object.entries(keywordArguments)) {
    const { properties, required = [] } = schemas[request] ?? {}
    if (!properties) throw new Error(`The document has no fields of ${request}.`)
    const fields = Object.entries(properties).filter(([field]) => !without.includes(field))
    module.add(name, { ...optionsOf(fields), required: required.filter((field) => !without.includes(field)) }, true)
  }
  for (const { operationId, parameters = [], requestBody } of operations) {
    const query = parameters
      .map((one) => ('$ref' in one ? shared[nameIn(one.$ref)] : one))
      .filter((one) => one?.in === 'query') as Parameter[]
    if (query.length === 0 || requestBody) continue
    const fields = query.map(({ name, description, schema }) => [name, { ...schema, description }] as const)
    module.add(`${pascal(methodOf(operationId))}Options`, optionsOf(fields), true)
  }
  const events = Object.values(webhooks).map((hook) => [...refsIn((hook as { post: Operation }).post.requestBody)][0])
  module.add('CallbackEvent', { anyOf: events.map((name) => ({ $ref: `#/components/schemas/${name}` })) }, false)
  return module.text()
}

/** Returns the name of an operation's method: `batches-create` is `create_batch`, `batches-listResults` is `list_results`. */
function methodOf(operationId: string): string {
  const [group = '', verb] = operationId.split('-')
  if (verb === undefined) return group
  const isAlone = /^[a-z]+$/.test(verb)
  return isAlone ? `${verb}_${verb === 'list' ? group : singular(group)}` : snake(verb)
}

/** A `TypedDict`, with the classes that it extends. */
interface PythonClass {
  bases: string[]
  body: string
}

class PythonModule {
  readonly #classes = new Map<string, PythonClass>()
  readonly #aliases = new Map<string, string>()
  /** The name of each body, so that what is the same in several schemas has one type. */
  readonly #names = new Map<string, string>()
  #isRequest = false

  /** Adds a schema and what is inside. @param isRequest whether callers send it, so that its lists can be any sequence. */
  add(name: string, schema: Schema, isRequest: boolean): void {
    this.#isRequest = isRequest
    if (schema.properties ?? schema.allOf) return void this.#classes.set(name, this.#classOf(name, schema))
    const type = this.#typeOf(schema, name)
    if (type !== name) this.#aliases.set(name, type)
  }

  text(): string {
    const aliases = [...this.#aliases].map(([name, type]) => `${name} = ${multiline(type)}`)
    const names = [...this.#classes.keys(), ...this.#aliases.keys()].sort()
    const all = `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]\n`
    return `${heading}\n${all}\n\n${this.#classTexts().join('\n\n')}\n\n${aliases.join('\n')}\n`
  }

  /** Returns the classes, each after those that it extends. */
  #classTexts(): string[] {
    const done = new Map<string, string>()
    const write = (name: string, { bases, body }: PythonClass) => {
      for (const base of bases) if (!done.has(base)) write(base, this.#classes.get(base) as PythonClass)
      done.set(name, `class ${name}(${bases.join(', ') || 'TypedDict'}):\n${body}\n`)
    }
    for (const [name, one] of this.#classes) if (!done.has(name)) write(name, one)
    return [...done.values()]
  }

  #classOf(name: string, { allOf = [], ...own }: Schema): PythonClass {
    const bases = allOf.flatMap(({ $ref }) => $ref ?? []).map(nameIn)
    const { properties = {}, required = [] } = allOf.find((one) => one.properties) ?? own
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, inside(name, field), `${name}.${field}`)
      const text = schema.description ? `${docstring(schema.description)}\n\n` : ''
      return `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n${text}`
    })
    const text = own.description ? `${docstring(own.description)}\n\n` : ''
    return { bases, body: `${text}${fields.join('')}`.trimEnd() || '    pass' }
  }

  /** @param name for the type, if it needs one. @param path of the field in its schema. */
  #typeOf(schema: Schema, name: string, path = ''): string {
    if (schema.$ref) return nameIn(schema.$ref)
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum) return this.#namedAlias(name, literal(schema.enum))
    const union = schema.anyOf ?? schema.oneOf ?? typesOf(schema)
    if (union) return this.#unionOf(union, name, path)
    switch (schema.type) {
      case 'object':
        return schema.properties ? this.#namedClass(name, this.#classOf(name, schema)) : 'Mapping[str, Any]'
      case 'array':
        return `${this.#isRequest ? 'Sequence' : 'List'}[${this.#itemOf(schema.items ?? {}, name, path)}]`
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'string':
        return 'str'
      case 'boolean':
        return 'bool'
      case undefined:
        if (schema.allOf) return this.#namedClass(name, this.#classOf(name, schema))
        return 'Any'
      default:
        throw new Error(`There is no Python type for ${JSON.stringify(schema)}`)
    }
  }

  #unionOf(union: Schema[], name: string, path: string): string {
    const options = union.filter(({ type }) => type !== 'null')
    const objects = options.filter(({ properties }) => properties)
    const nameOf = (one: Schema) => (objects.indexOf(one) > 0 ? `${name}${objects.indexOf(one) + 1}` : name)
    const type = isOpenEnum(options)
      ? this.#namedAlias(name, `Union[${literal(options.flatMap((one) => one.enum ?? []))}, str]`)
      : unionOf(options.map((one) => this.#typeOf(one, nameOf(one), path)))
    return options.length < union.length ? `Optional[${type}]` : type
  }

  #itemOf(schema: Schema, name: string, path: string): string {
    const alias = itemNames[path]
    if (!alias) return this.#typeOf(schema, singular(name))
    this.#aliases.set(alias, this.#typeOf(schema, singular(name)))
    return alias
  }

  #namedAlias(name: string, type: string): string {
    return this.#named(name, type, () => this.#aliases.set(name, type))
  }

  #namedClass(name: string, one: PythonClass): string {
    return this.#named(name, one.bases.join() + one.body, () => this.#classes.set(name, one))
  }

  #named(name: string, body: string, add: () => void): string {
    const same = this.#names.get(body)
    if (same) return same
    if (this.#classes.has(name) || this.#aliases.has(name)) throw new Error(`Two types are named ${name}.`)
    this.#names.set(body, name)
    add()
    return name
  }
}

const heading = `"""The types of the API's requests and responses, generated from its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
`

const optionsOf = (fields: ReadonlyArray<readonly [name: string, schema: Schema]>): Schema => ({
  description: 'Options, as keyword arguments.',
  properties: Object.fromEntries(fields),
})

/** Returns the names of the schemas that a part of the document refers to, directly or through other schemas. */
function refsIn(part: unknown, schemas: Record<string, Schema> = {}): Set<string> {
  const text = JSON.stringify(part) ?? ''
  const names = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name))
  // The set grows while it is read.
  for (const name of names) for (const inner of refsIn(schemas[name])) names.add(inner)
  return names
}

/** Returns the schemas of a list of types, such as `["string", "null"]`. */
const typesOf = (schema: Schema): Schema[] | undefined =>
  Array.isArray(schema.type) ? schema.type.map((type) => Object.assign({}, schema, { type })) : undefined

/** Whether values may be added to an enum later, so that its type includes all strings. */
const isOpenEnum = (options: Schema[]): boolean =>
  options.some((one) => one.enum) && options.some((one) => one.type === 'string' && !one.enum)

function unionOf(types: string[]): string {
  const unique = [...new Set(types)]
  return unique.length === 1 ? String(unique[0]) : `Union[${unique.join(', ')}]`
}

const literal = (values: readonly unknown[]): string => `Literal[${values.map(constant).join(', ')}]`

const constant = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '')

const snake = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const pascal = (word: string): string => word.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the name of a field's type, without repeating the name of its schema. */
const inside = (name: string, field: string): string =>
  pascal(field).startsWith(name) ? pascal(field) : name + pascal(field)

const width = 120

/** Returns a docstring, indented as in a class. */
function docstring(text: string): string {
  const [first = '', ...rest] = linesOf(`"""${text.replaceAll('\\', '\\\\').replaceAll(/\bnull\b/gi, 'None')}`).map(
    (line) => `    ${line}`,
  )
  const isShort = rest.length === 0 && first.length + 3 <= width
  return isShort ? `${first}"""` : `${[first, ...rest].join('\n')}\n    """`
}

/** Breaks a text into the lines of a docstring. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length + 4 <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Writes each part of a long type on its own line. */
function multiline(type: string): string {
  if (type.length <= width / 2) return type
  let depth = 0
  const line = () => `\n${'    '.repeat(depth)}`
  return type.replace(/\[|, |\]/g, (mark) => {
    if (mark === ', ') return `,${line()}`
    depth += mark === '[' ? 1 : -1
    return mark === '[' ? `[${line()}` : `,${line()}]`
  })
}
