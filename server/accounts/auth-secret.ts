import type { Env } from '@/server/env'
import { localSecret } from '@/server/runtime/local-secret'

/** The secret behind sessions: given by the environment, else made once and kept in the data folder. */
export const authSecret = ({ AUTH_SECRET, DATA_DIR }: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>): string =>
  AUTH_SECRET ?? localSecret('auth-secret', DATA_DIR, 'AUTH_SECRET')
