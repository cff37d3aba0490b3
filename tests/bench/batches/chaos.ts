import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { appProcesses } from '../../support/app-processes'

const everyMs = 1_000
/** Of these kills one is the store's. */
const storeEvery = 10
const pauseMs = 3_000

/** The process of the embedded Redis of a data folder. */
export const redisPid = (dataDir: string): number => Number(readFileSync(join(dataDir, 'redis', 'redis.pid'), 'utf8'))

/**
 * Kills a worker of an app every second, the store every ten, and has the store hang once.
 * @returns what ends it, and says how often something was killed.
 */
export function startChaos(appPid: number | undefined, dataDir: string): () => void {
  let turn = 0
  const killed = { workers: 0, stores: 0 }
  const kill = (pid: number | undefined, signal: NodeJS.Signals) => {
    try {
      if (pid) process.kill(pid, signal)
    } catch {
      // It has just ended.
    }
  }
  const timer = setInterval(() => {
    turn += 1
    if (turn === 5) {
      const pid = redisPid(dataDir)
      kill(pid, 'SIGSTOP')
      void sleep(pauseMs).then(() => kill(pid, 'SIGCONT'))
    } else if (turn % storeEvery === 0) {
      killed.stores += 1
      kill(redisPid(dataDir), 'SIGKILL')
    } else {
      const { workers } = appProcesses(appPid)
      killed.workers += 1
      kill(workers[turn % Math.max(1, workers.length)]?.pid, 'SIGKILL')
    }
  }, everyMs)
  return () => {
    clearInterval(timer)
    process.stdout.write(`killed: ${killed.workers} workers, ${killed.stores} times the store\n`)
  }
}
