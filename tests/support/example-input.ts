import * as z from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Returns an input with only the required fields, which passes its schema where the examples in it allow that. */
export function exampleInput(schema: z.ZodType | undefined): unknown {
  if (!schema || schema instanceof z.ZodVoid) return undefined
  return exampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

function exampleOf(schema: JsonSchema): unknown {
  const { example, type, properties = {}, required = [], oneOf, enum: values, const: value } = schema
  if (example !== undefined) return example
  if (value !== undefined) return value
  if (oneOf?.[0]) return exampleOf(oneOf[0])
  if (values?.[0] !== undefined) return values[0]
  if (type === 'object') {
    const fields = Object.entries(properties) as Array<[string, JsonSchema]>
    return Object.fromEntries(
      fields.filter(([field]) => required.includes(field)).map(([field, own]) => [field, exampleOf(own)]),
    )
  }
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 1 : 'x'
}
