import type * as z from 'zod'
import { convert } from '@/server/features/listings/convert'
import type { ListingHosts } from '@/server/features/listings/listing'
import { env } from '@/server/platform/settings/env'
import type { Context } from '../init'
import type { convertInput } from './schemas'

/** An admitted call of an operation. */
export interface OperationCall<Input extends z.ZodType> {
  input: z.output<Input>
  ctx: Context
}

/** The hosts, loaded on the first call. */
let hosts: ListingHosts | undefined

export function answerConvert({ input }: Pick<OperationCall<typeof convertInput>, 'input'>) {
  hosts ??= env()
  return convert(input.cid, hosts)
}
