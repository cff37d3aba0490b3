import { setTimeout as sleep } from 'node:timers/promises'
import { pagesOnly } from '@/server/runtime/pages-only'
import { socketTransport } from '../tcp'
import type { Transport } from '../transport'
import { lockOf } from './lock'
import { preparePlace, type RedisPlace } from './place'
import { isRunning, redisProgram, runningRedis, startRedis } from './redis-server'
import { stateOf, untilServing } from './server-state'
import { forgetUser, noteUser, runningUsers } from './users'

/**
 * A Redis under the data folder, shared by every Pinref process on this machine: the first starts it, any of them restarts
 * it when it dies, and the last stops it.
 * @param dataDir the data folder, e.g. `.data`.
 */
export async function embeddedTransport(dataDir: string): Promise<Transport> {
  const place = preparePlace(dataDir)
  // The server beside it starts the Redis, restarts it and stops it; from here it would inherit a low priority.
  if (pagesOnly.value) return socketTransport(place.socket, () => {})
  const program = redisProgram()
  await ensureServing(program, place)

  noteUser(place)

  let leaving = false
  let restarting = false
  let told = ''
  const transport = socketTransport(place.socket, () => {
    if (leaving || restarting) return
    restarting = true
    ensureServing(program, place)
      .catch(({ message }: Error) => {
        // It is tried again and again.
        if (message !== told) process.stderr.write(`${message}\n`)
        told = message
      })
      .finally(() => {
        restarting = false
      })
  })

  // While a process exits only synchronous code runs, so this sends a signal rather than a Redis command.
  function leave(): number | null {
    if (leaving) return null
    leaving = true
    forgetUser(place)
    if (runningUsers(place).length > 0) return null
    const pid = runningRedis(place.folder)
    if (pid) process.kill(pid, 'SIGTERM')
    return pid
  }
  process.once('exit', leave)

  return {
    send: (commands) => transport.send(commands),
    scan: (pattern) => transport.scan(pattern),
    close: async () => {
      process.off('exit', leave)
      const stopped = leave()
      await transport.close()
      for (let turn = 0; stopped && turn < 500 && isRunning(stopped); turn++) await sleep(10)
    },
  }
}

/** Makes sure that a server serves. If several processes need it at once, one starts it. */
async function ensureServing(program: string, place: RedisPlace): Promise<void> {
  const isAbsent = async () => (await stateOf(place.socket)).is === 'absent'
  while (!(await untilServing(place.socket))) {
    const release = await lockOf(place)
    if (!release) continue
    try {
      // A stopping server still holds the file; a new one may read it only after the old one has written everything.
      for (let turn = 0; turn < 500 && runningRedis(place.folder) && (await isAbsent()); turn++) await sleep(10)
      if (await isAbsent()) await startRedis(program, place)
    } finally {
      await release()
    }
  }
}
