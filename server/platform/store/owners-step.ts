import ownersLua from './owners-step.lua'
import { defineScript } from './script'
import { flag, integer, text } from './script-values'
import { type Step, type StoreAccess, sumInChunks } from './upgrade-step'

/*
 * Version 2 of the layout: an account has members. Until then, one person owned each account, and both had the same id.
 * The names of the keys are written out, because they are those of the two versions, whatever later versions use.
 */

/** Makes the person with an account's id its owner, and moves the person's own data to the person's keys. */
const addOwner = defineScript({
  name: 'owners-step',
  keys: ['user', 'profile', 'seen', 'members', 'memberships', 'preferences', 'lastSeen'],
  args: { id: text, since: integer },
  returns: flag,
  lua: ownersLua,
})

const keysOf = (id: string) => ({
  user: `{${id}}:user`,
  profile: `{${id}}:profile`,
  seen: `{${id}}:seen`,
  members: `{${id}}:members`,
  memberships: `{${id}}:memberships`,
  preferences: `{${id}}:preferences`,
  lastSeen: `{${id}}:last-seen`,
})

export const ownersStep: Step = {
  version: 2,
  title: 'each account’s person becomes its owner',
  async run(stored, changed) {
    const since = Math.floor(Date.now() / 1000)
    for await (const users of stored.scan('{????????????????}:user')) {
      const work = async (key: string) => {
        const id = key.slice(1, -'}:user'.length)
        return (await addOwner.on(stored)(keysOf(id), { id, since })) ? 1 : 0
      }
      changed(await sumInChunks(users, work))
    }
    await addPersonsToIndex(stored)
  },
}

/** The operator's list of accounts: members `email account`, to which the person's id is added. */
const index = 'accounts'

const pageSize = 100

async function addPersonsToIndex(stored: StoreAccess): Promise<void> {
  const ask = async (...command: unknown[]): Promise<unknown> => {
    const reply = await stored.send(command)
    if ('error' in reply) throw new Error(`the list of accounts could not be upgraded: ${reply.error}`)
    return reply.result
  }
  for (let from = '-'; ; ) {
    const page = (await ask('ZRANGEBYLEX', index, from, '+', 'LIMIT', 0, pageSize)) as string[]
    for (const member of page) {
      const [, accountId, personId] = member.split(' ')
      if (!accountId || personId) continue
      await ask('ZADD', index, 0, `${member} ${accountId}`)
      await ask('ZREM', index, member)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    from = `(${last}`
  }
}
