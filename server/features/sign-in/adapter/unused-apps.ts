import { defineScript } from '@/server/platform/store/script'
import { flag, integer, optional, text } from '@/server/platform/store/script-values'
import { appKey, unusedSeconds } from './apps'
import countUnusedLua from './count-unused-app.lua'
import deleteUnusedLua from './delete-unused-app.lua'
import { signInKeys } from './redis-keys'

/** The maximum number of stored apps that have registered and that no account has connected. */
export const maxUnusedApps = 5_000

/**
 * Adds a registered app. If there is no room, returns the app that it replaces: the oldest of the network that
 * registered the most, so that no network can push out the apps of others that are just being connected. An app's record
 * has another hash slot, so the caller deletes it.
 */
const replaceOldest = defineScript({
  name: 'count-unused-app',
  keys: ['ages', 'members', 'networks'],
  args: {
    network: text,
    app: text,
    /** Epoch seconds. */
    now: integer,
  },
  constants: { maxUnusedApps, unusedSeconds },
  returns: optional(text),
  lua: countUnusedLua,
})

/** Deletes an app's record unless an account has connected the app, which extends the record's lifetime. */
const deleteUnused = defineScript({
  name: 'delete-unused-app',
  keys: ['app'],
  constants: { unusedSeconds },
  returns: flag,
  lua: deleteUnusedLua,
})

/**
 * Counts an app that has just registered, and deletes the app that it replaces, if any. Apps that an account connects
 * stay in the count until they would have expired; replacing one of them deletes nothing.
 * @param network the network that registered the app.
 */
export async function countUnusedApp(clientId: string, network: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const replaced = await replaceOldest(signInKeys.unusedApps, { network, app: appKey(clientId), now })
  if (replaced !== null) await deleteUnused({ app: signInKeys.app(replaced) })
}
