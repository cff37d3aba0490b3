import { askStore } from './ask-store'
import { batchesOf, batchKeys, lastingKeys } from './layout'

const keysAtOnce = 1_000

/** Removes everything that is stored of a batch, and last its entries in the index. Steps that still work on it find it gone. */
export async function forgetBatch(accountId: string, id: string): Promise<void> {
  const { results, details } = batchKeys(accountId, id)
  const fields = await askStore<string[]>('HKEYS', results)
  const withDetails = fields.flatMap((field) => {
    const [chunk, from] = field.split(':')
    return from === undefined ? [] : [details(Number(chunk), Number(from))]
  })
  const keys = [...lastingKeys(accountId, id), ...withDetails]
  for (let at = 0; at < keys.length; at += keysAtOnce) await askStore('UNLINK', ...keys.slice(at, at + keysAtOnce))
  const { index, stored } = batchesOf(accountId)
  await Promise.all([askStore('ZREM', index, id), askStore('HDEL', stored, id)])
}

/** Removes all batches of an account that has been deleted. */
export async function forgetBatches(accountId: string): Promise<void> {
  const { index, stored } = batchesOf(accountId)
  for (const id of await askStore<string[]>('ZRANGE', index, 0, -1)) await forgetBatch(accountId, id)
  await askStore('UNLINK', index, stored)
}
