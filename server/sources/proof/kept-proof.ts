import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '@/server/env'
import { logError } from '@/server/observability/log-error'
import { fingerprint } from '@/server/runtime/fingerprint'
import { store } from '@/server/store/store'
import { type Proof, proofShape } from './proof-shape'

/**
 * The outcome of the last check is kept in the store, which all servers read, and in `DATA_DIR`, for people to read and for
 * use with a new store. On Vercel there is no such folder.
 */
const key = 'google:proof'

/** Returns the file where people find it; null on Vercel. */
export const proofFile = () => (env().VERCEL ? null : join(env().DATA_DIR, 'google.json'))

/** Keeps the outcome of a check. If the file cannot be written, that is only logged. @throws PinrefError `store_unavailable`. */
export async function keepProof(proof: Proof): Promise<void> {
  const { redis } = await store()
  await redis.set(key, JSON.stringify(proof))
  const path = proofFile()
  if (path !== null) await write(path, proof).catch((error) => logError('google.json was not written', { error }))
}

async function write(path: string, proof: Proof): Promise<void> {
  await mkdir(env().DATA_DIR, { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(proof, null, 2)}\n`)
  await rename(aside, path)
}

/**
 * Returns the outcome of the last check if that was made with this API key; null otherwise.
 * @throws PinrefError `store_unavailable`.
 */
export async function readProof(apiKey: string): Promise<Proof | null> {
  const { redis } = await store()
  const stored = (await redis.get<unknown>(key)) ?? (await readWritten())
  const proof = proofShape.safeParse(stored).data
  return proof?.key === fingerprint(apiKey) ? proof : null
}

async function readWritten(): Promise<unknown> {
  const path = proofFile()
  try {
    return path === null ? null : JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}
