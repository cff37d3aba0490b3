// biome-ignore lint/suspicious/noExplicitAny: tests read documents of every shape.
type Json = any

/** Returns the value with `replace` applied to every object in it, from the inside out. */
function mapObjects(value: Json, replace: (object: Record<string, Json>) => Json): Json {
  if (Array.isArray(value)) return value.map((inner) => mapObjects(inner, replace))
  if (typeof value !== 'object' || value === null) return value
  return replace(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, replace)])))
}

/** Returns an OpenAPI document whose operations contain their parameters, responses, and headers. */
export function expanded(document: Json): Json {
  const expand = (part: Json): Json =>
    mapObjects(part, (object) => {
      const [, kind, name] = /^#\/components\/(parameters|responses|headers)\/(.+)$/.exec(object.$ref) ?? []
      return kind && name ? expand(document.components[kind][name]) : object
    })
  return expand(document)
}

/**
 * Returns an OpenAPI document that allows only what it documents: no other fields in responses, and no other values of
 * enums. The server's schemas are that strict, so tests find what isn't documented.
 */
export function closed(document: Json): Json {
  const { schemas } = document.components
  const flat = mapObjects(expanded(document), (object) => (object.allOf ? merged(object, schemas) : object))
  return mapObjects(flat, (object) => {
    if (Array.isArray(object.anyOf)) {
      const { anyOf, ...own } = object
      const members = anyOf.filter(isClosed)
      return members.length === 1 && members.length < anyOf.length
        ? { ...members[0], ...own }
        : { ...own, anyOf: members }
    }
    return object.properties && object.type === 'object' ? { additionalProperties: false, ...object } : object
  })
}

/** Whether a member of a union isn't there only to allow values besides those of the enum before it. */
const isClosed = (member: Json, index: number, all: readonly Json[]) =>
  !(all[index - 1]?.enum && Object.keys(member).join() === 'type' && member.type === all[index - 1].type)

/** Returns a schema with the fields of all schemas that it extends. */
function merged({ allOf = [], ...own }: Json, schemas: Record<string, Json>): Json {
  const all = allOf.map((member: Json) => merged(schemas[member.$ref?.split('/').at(-1)] ?? member, schemas))
  if (all.length === 0) return own
  const properties = Object.assign({}, ...all.map((one: Json) => one.properties))
  return { ...own, type: 'object', properties, required: all.flatMap((one: Json) => one.required ?? []) }
}
