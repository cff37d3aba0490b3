import type { Step } from './step'
import { sumInChunks } from './sum-in-chunks'

/** Notes the pepper in every API key of one account that names none. Returns 1 if there was such a key, otherwise 0. */
const note = `
local entries, changed = redis.call('HGETALL', KEYS[1]), 0
for at = 1, #entries, 2 do
  local key = cjson.decode(entries[at + 1])
  if key.pepper == nil then
    key.pepper = ARGV[1]
    redis.call('HSET', KEYS[1], entries[at], cjson.encode(key))
    changed = 1
  end
end
return changed
`

/**
 * Before this version, all API keys had one pepper, whose fingerprint is in the store. Since then there may be several while one
 * replaces another, and each key names the one it was made with by the first eight characters of its fingerprint.
 */
export const keyPeppers: Step = {
  version: 2,
  title: 'API keys say which KEY_PEPPER they were made with',
  async run({ send, scan }, changed) {
    const reply = await send(['GET', 'fingerprint:key-pepper'])
    // Without a fingerprint, no server has ever used this store.
    if ('error' in reply || reply.result === null) return
    const code = String(reply.result).slice(0, 8)
    for await (const keys of scan('{????????????????}:keys')) {
      changed(await sumInChunks(keys, async (key) => Number(await evalOn(key))))
    }

    async function evalOn(key: string): Promise<unknown> {
      const noted = await send(['EVAL', note, 1, key, code])
      if ('error' in noted) throw new Error(`${key} could not be changed: ${noted.error}`)
      return noted.result
    }
  },
}
