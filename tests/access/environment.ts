import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { onBusyMachine } from '../support/busy-machine'
import { removeFolder } from '../support/remove-folder'

/** Points this process at a store before any code reads the environment, and closes the store at the end. */
export function withStore(variables: Record<string, string>): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-access-'))
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    ...onBusyMachine,
    BURST_LIMIT: '1000000',
    LOG_LEVEL: 'error',
    ...variables,
  })
  afterAll(async () => {
    await finishWork()
    await (await store()).close()
    removeFolder(dataDir)
  })
}
