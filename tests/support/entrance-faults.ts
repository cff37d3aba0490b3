import * as z from 'zod'
import { rolesIn } from '@/server/entrances/trpc/entrance'
import type { ProcedureFacts } from '@/server/entrances/trpc/procedure-facts'
import { works } from '@/server/metering/access/long-body'
import { roles } from '@/server/metering/access/members'
import { maxRequestBytes, maxVisitorBytes } from '@/server/platform/runtime/bounded-body'
import { readEnv } from '@/server/platform/settings/env'

/** How long a call may take without sharing places or turns: as long as a lookup. */
const { UPSTREAM_DEADLINE_MS, ...settings } = readEnv({})

/**
 * Returns the questions under "Add an entry point" in docs/contributing.md that a procedure's meta does not answer, or
 * answers with a bound that its schemas don't have.
 */
export function entranceFaults({ type, meta, inputs, output }: ProcedureFacts): string[] {
  const { who, isCallerFirst, costs, body, deadline = 0, turns = [], stores, returns = {}, openapi } = meta
  const { maxBytes, maxVisitorBytes: visitorBytes = maxBytes, maxPageBytes = maxBytes, long, counts } = body
  const deadlineMs = typeof deadline === 'string' ? Number({ UPSTREAM_DEADLINE_MS, ...settings }[deadline]) : deadline
  const isForVisitors = who.includes('visitor')
  const lists = listsIn(output)
  const { limit: pageLimit } = fieldsOf(inputs[0])
  return [
    ...fault(who.length > 0, 'It admits no one.'),
    ...fault(
      !who.includes('suspended') || rolesIn(who).length > 0,
      'It admits signed-in persons, but none of their roles.',
    ),
    ...fault(
      rolesIn(who).length === 0 || roles.slice(0, rolesIn(who).length).every((role) => who.includes(role)),
      'A role may do less than one with fewer rights.',
    ),
    ...fault(costs.limit !== null || type === 'query', 'A change counts against no limit.'),
    ...fault(maxBytes <= maxRequestBytes || long !== undefined, 'A long body is read for an unknown caller.'),
    ...fault(!isForVisitors || visitorBytes <= maxVisitorBytes, 'A visitor may send too long a body.'),
    ...fault(visitorBytes <= maxBytes && maxPageBytes <= maxBytes, 'An exception exceeds the limit.'),
    ...fault(maxBytes <= maxRequestBytes || counts !== undefined, 'The values in a long body are not limited.'),
    ...fault(
      !long || long === 'calls' || Object.values(works).every((one) => turns.includes(one)),
      'Long bodies take no turns.',
    ),
    ...fault(!long || long === 'calls' || isCallerFirst, 'A long body is read before the key.'),
    ...fault(type === 'query' || stores !== undefined, 'It does not say what it stores.'),
    ...fault(stores === undefined || !isForVisitors || stores === null, 'Visitors may store something.'),
    ...fault(deadlineMs >= 0 && deadlineMs < Number.POSITIVE_INFINITY, 'The deadline is not a number.'),
    ...fault(deadlineMs <= UPSTREAM_DEADLINE_MS || turns.length > 0 || !openapi, 'A slow call shares no places.'),
    ...lists.flatMap((name) => fault(returns[name] !== undefined, `The list “${name}” has no limit.`)),
    ...fault(
      !pageLimit || lists.every((name) => (returns[name] ?? 0) <= Number(pageLimit.maximum)),
      'A page is too long.',
    ),
    ...fault(!openapi || inputs.every(isStrict), 'Unknown fields are accepted.'),
  ]
}

const fault = (isMet: boolean, text: string): string[] => (isMet ? [] : [text])

type JsonSchema = z.core.JSONSchema.JSONSchema

const fieldsOf = (schema: z.ZodType | undefined): Record<string, JsonSchema> =>
  schema && !(schema instanceof z.ZodVoid)
    ? ((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<string, JsonSchema>)
    : {}

/** Returns the names of the lists at the top of an output. */
const listsIn = (output: z.ZodType | undefined): string[] =>
  Object.entries(fieldsOf(output)).flatMap(([name, { type }]) => (type === 'array' ? name : []))

const isStrict = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodVoid ||
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).additionalProperties === false
