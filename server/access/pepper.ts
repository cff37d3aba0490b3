import { env } from '@/server/env'
import { localSecret } from '@/server/local-secret'

let made: string | undefined

/** The server's part of every key's hash: given by the environment, else made once and kept in the data folder. */
export function keyPepper(): string {
  const { KEY_PEPPER, DATA_DIR } = env()
  if (KEY_PEPPER) return KEY_PEPPER
  made ??= localSecret('key-pepper', DATA_DIR)
  return made
}
