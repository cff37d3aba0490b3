import type { OpenApiDocument } from './openapi'

/*
 * Responses and events may get more fields and enum values without notice. The server's own schemas are strict, so that
 * tests find what isn't documented. In the published document, the schemas of responses and events are open, so that no
 * generated client rejects an addition. Requests stay strict: an unknown field is an error.
 */

/** A JSON schema, as far as it is read here. */
interface Schema {
  type?: unknown
  enum?: readonly unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

type Schemas = Record<string, Schema>
type Content = Record<string, { schema?: Schema }>

interface Body {
  content?: Content
}

interface Operation {
  parameters?: unknown
  requestBody?: Body
  responses?: Record<string, Body>
}

type Paths = Record<string, Record<string, Operation>>

/**
 * Opens the schemas of responses and events in the document: objects may have more fields, and an enum allows other
 * values of its type. Literals stay closed, because they distinguish the members of unions. If requests use a schema of
 * a response, they get a strict copy, whose name ends in `Input`.
 */
export function openResponses({ paths, webhooks, components }: OpenApiDocument): void {
  const schemas = (components?.schemas ?? {}) as Schemas
  const operations = operationsOf(paths as Paths)
  const events = operationsOf(webhooks as Paths)
  const answers = [
    ...operations.flatMap(({ responses = {} }) => Object.values(responses)),
    // Pinref sends the body of an event.
    ...events.flatMap(({ requestBody = {} }) => requestBody),
  ]
  const returned = namesIn(answers, schemas)
  const sent = namesIn(
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    schemas,
  )
  const shared = [...sent].filter((name) => returned.has(name))
  for (const operation of operations)
    Object.assign(operation, asInput({ parameters: operation.parameters, requestBody: operation.requestBody }, shared))
  for (const name of sent) {
    const strict = asInput(schemas[name] ?? {}, shared)
    schemas[shared.includes(name) ? `${name}Input` : name] = strict
  }
  for (const name of returned) schemas[name] = opened(schemas[name] ?? {})
  for (const media of answers.flatMap(({ content = {} }) => Object.values(content)))
    if (media.schema) media.schema = opened(media.schema)
}

const operationsOf = (paths: Paths = {}): Operation[] => Object.values(paths).flatMap((item) => Object.values(item))

const reference = /"#\/components\/schemas\/([\w.-]+)"/g

/** Returns the names of the schemas that a part of the document refers to, also through other schemas. */
function namesIn(part: unknown, schemas: Schemas, names = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(reference)) {
    if (names.has(name)) continue
    names.add(name)
    namesIn(schemas[name] ?? {}, schemas, names)
  }
  return names
}

/** Returns a part of a request that refers to the strict copies of shared schemas. */
const asInput = <Part extends object>(part: Part, shared: readonly string[]): Part =>
  JSON.parse(
    JSON.stringify(part).replaceAll(reference, (found, name) =>
      shared.includes(name) ? `"#/components/schemas/${name}Input"` : found,
    ),
  )

function opened({ additionalProperties, enum: values, ...own }: Schema): Schema {
  const { properties, items, anyOf, oneOf, allOf } = own
  const open: Schema = {
    ...own,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, opened(field)])),
    }),
    // A schema for other fields stays.
    ...(typeof additionalProperties === 'object' &&
      additionalProperties && {
        additionalProperties: opened(additionalProperties),
      }),
    ...(items && { items: opened(items) }),
    ...(anyOf && { anyOf: anyOf.map(opened).flatMap(flat) }),
    ...(oneOf && { oneOf: oneOf.map(opened) }),
    ...(allOf && { allOf: allOf.map(opened) }),
  }
  if (!values) return open
  const { type, ...words } = open
  return { ...words, anyOf: [{ type, enum: values }, { type }] }
}

/** Returns the members of a union that is itself a member of a union. */
const flat = (member: Schema): readonly Schema[] =>
  member.anyOf && Object.keys(member).length === 1 ? member.anyOf : [member]
