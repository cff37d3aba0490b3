import { createSecretKey, type KeyObject } from 'node:crypto'
import { env } from '@/server/env'
import { localSecret } from '@/server/local-secret'

let pepper: KeyObject | undefined

/** The server's part of every key's hash: given by the environment, else made once and kept in the data folder. */
export function keyPepper(): KeyObject {
  pepper ??= createSecretKey(env().KEY_PEPPER ?? localSecret('key-pepper', env().DATA_DIR), 'utf8')
  return pepper
}
