import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../support/start-app'

/** How long an app lives until it is killed: about twice what it takes to start. */
const livesMs = 5_000
/** Of these turns one kills the store too, and another has it hang. */
const turns = 3
const hangsMs = 3_000

/** The process of the embedded Redis of a data folder. */
export const redisPid = (dataDir: string): number => Number(readFileSync(join(dataDir, 'redis', 'redis.pid'), 'utf8'))

/** An app that is killed again and again, and started anew. */
export interface KilledApp {
  /** The present one. */
  app(): App
  /** Lets the present one live, and says how often something was killed. */
  stop(): Promise<void>
}

export function killAgainAndAgain(first: App, start: () => Promise<App>, dataDir: string): KilledApp {
  let app = first
  let isOver = false
  const killed = { apps: 0, stores: 0 }

  async function work() {
    for (let turn = 0; !isOver; turn++) {
      await sleep(livesMs)
      if (isOver) return
      if (turn % turns === 1) {
        process.kill(redisPid(dataDir), 'SIGKILL')
        killed.stores += 1
      }
      if (turn % turns === 2) {
        const pid = redisPid(dataDir)
        process.kill(pid, 'SIGSTOP')
        await sleep(hangsMs)
        process.kill(pid, 'SIGCONT')
      }
      const ended = once(app.process, 'exit')
      app.process.kill('SIGKILL')
      await ended
      killed.apps += 1
      app = await start()
    }
  }
  const working = work()
  return {
    app: () => app,
    async stop() {
      isOver = true
      await working
      process.stdout.write(`killed ${killed.apps} times the app, ${killed.stores} times the store\n`)
    },
  }
}
