import type * as z from 'zod'
import type { Entrance } from './entrance'
import type { ProcedureMeta } from './init'

/** A procedure's meta, and the schemas of its input and output. */
export interface ProcedureFacts {
  type: 'query' | 'mutation' | 'subscription'
  meta: Entrance & Pick<ProcedureMeta, 'openapi'>
  inputs: readonly z.ZodType[]
  output?: z.ZodType
}

/** Returns a router's procedures by their full names, such as `batches.create`. */
export function allProcedures(of: { _def: { procedures: object } }): Map<string, ProcedureFacts> {
  // Despite the type, the procedures are listed flat.
  const procedures = of._def.procedures as Record<string, { _def: ProcedureFacts }>
  return new Map(Object.entries(procedures).map(([name, { _def }]) => [name, _def]))
}
