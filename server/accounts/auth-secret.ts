import { type Env, env } from '@/server/env'
import { localSecret } from '@/server/runtime/local-secret'

/** The secret behind sessions: taken from the environment, otherwise created once and kept in the data folder. */
export const authSecret = ({ AUTH_SECRET, DATA_DIR }: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'> = env()): string =>
  AUTH_SECRET ?? localSecret('auth-secret', DATA_DIR, 'AUTH_SECRET')

/** Other secrets that are still accepted: what they signed or sealed keeps working. */
export const otherAuthSecrets = (): readonly string[] => env().OTHER_AUTH_SECRETS
