import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { embeddedTransport } from '@/server/platform/store/embedded/embedded-redis'
import { removeFolder } from '../support/remove-folder'

const { TMPDIR } = process.env
const isRoot = process.getuid?.() === 0
let folder: string
/** The folder's path is too long for a Redis socket inside it. */
let dataDir: string
let socketFolder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinref-place-'))
  process.env.TMPDIR = folder
  dataDir = join(folder, 'x'.repeat(100))
  const hash = createHash('sha1').update(join(dataDir, 'redis')).digest('hex').slice(0, 12)
  socketFolder = join(folder, `pinref-${process.getuid?.()}-${hash}`)
})
afterEach(() => {
  process.env.TMPDIR = TMPDIR
  if (TMPDIR === undefined) delete process.env.TMPDIR
  removeFolder(folder)
})

/** The socket folder, as another user on the machine may have prepared it. */
const prepared: Array<[string, () => void]> = [
  [
    'is open to other users (mode 755)',
    () => {
      mkdirSync(socketFolder)
      chmodSync(socketFolder, 0o755)
    },
  ],
  [
    'is a symbolic link',
    () => {
      mkdirSync(join(folder, 'elsewhere'), { mode: 0o700 })
      symlinkSync(join(folder, 'elsewhere'), socketFolder)
    },
  ],
  ...(isRoot
    ? [
        [
          'belongs to the user with the ID 65534',
          () => {
            mkdirSync(socketFolder, { mode: 0o700 })
            chownSync(socketFolder, 65_534, 65_534)
          },
        ] satisfies [string, () => void],
      ]
    : []),
]

describe('if the data folder’s path is too long for a socket', () => {
  test('the socket is in a folder that only this user can enter, and later starts reuse the folder', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const { send, close } = await embeddedTransport(dataDir)
      expect(await send([['PING']])[0]).toEqual({ result: 'PONG' })
      await close()
      expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    }
  })

  test.each(prepared)('the embedded Redis does not start if the folder for the socket %s', async (fault, prepare) => {
    prepare()
    const refused = embeddedTransport(dataDir)
    await expect(refused).rejects.toThrow(fault)
    await expect(refused).rejects.toThrow(socketFolder)
    await expect(refused).rejects.toThrow('set DATA_DIR to a shorter path')
  })
})
