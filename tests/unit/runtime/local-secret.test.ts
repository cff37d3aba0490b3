import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { localSecret } from '@/server/platform/runtime/local-secret'
import { removeFolder } from '../../support/remove-folder'

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const { writeFileSync, linkSync, fsyncSync } = real
  return {
    ...real,
    writeFileSync: vi.fn(writeFileSync),
    linkSync: vi.fn(linkSync),
    fsyncSync: vi.fn(fsyncSync),
  }
})

let dataDir: string
const file = () => join(dataDir, 'secrets', 'key-pepper')
const pepper = () => localSecret('key-pepper', dataDir, 'KEY_PEPPER')

beforeEach(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'pinref-secret-'))
  vi.clearAllMocks()
})
afterEach(() => removeFolder(dataDir))

describe('a secret in the data folder', () => {
  test('is created once, with 43 characters, in a file that only its owner can read', () => {
    const secret = pepper()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(pepper()).toBe(secret)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(join(dataDir, 'secrets'))).toEqual(['key-pepper'])
  })

  test('is flushed to disk before it is moved into place, and its folders are synced afterward', () => {
    pepper()
    const [written] = vi.mocked(fs.writeFileSync).mock.calls
    expect(written?.[2]).toMatchObject({ flush: true })
    const [linkedAt = 0] = vi.mocked(fs.linkSync).mock.invocationCallOrder
    const [writtenAt = 0] = vi.mocked(fs.writeFileSync).mock.invocationCallOrder
    const syncedAt = vi.mocked(fs.fsyncSync).mock.invocationCallOrder
    expect(writtenAt).toBeLessThan(linkedAt)
    expect(syncedAt.filter((at) => at > linkedAt)).toHaveLength(2)
  })

  test('is another process’s secret if that process created it first', () => {
    vi.mocked(fs.linkSync).mockImplementationOnce((_, path) => {
      fs.writeFileSync(path, 'the secret of the other process, which was first')
      throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' })
    })
    expect(pepper()).toBe('the secret of the other process, which was first')
  })

  test.each([
    ['empty', '', 'it is empty'],
    ['blank', ' \n', 'it is empty'],
    ['cut', 'x'.repeat(20), 'it has only 20 characters'],
  ])('is rejected if its file is %s, and the file is left unchanged', (_, content, fault) => {
    pepper()
    fs.writeFileSync(file(), content)
    expect(pepper).toThrow(`${file()} is damaged: ${fault}. Restore the file from a backup, or set KEY_PEPPER`)
    expect(fs.readFileSync(file(), 'utf8')).toBe(content)
  })
})
