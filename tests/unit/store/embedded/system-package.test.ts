import { execFileSync } from 'node:child_process'
import { accessSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findProgram, installSystemPackages } from '@/server/platform/store/embedded/system-package'

vi.mock('node:child_process', () => ({ execFileSync: vi.fn() }))
vi.mock('node:fs', async (original) => ({ ...(await original<typeof import('node:fs')>()), accessSync: vi.fn() }))

const redis = { title: 'A Redis server', apt: 'redis-server', brew: 'redis' }

/** Simulates another machine: its system, its programs, and whether the process runs as root. */
function machine(platform: NodeJS.Platform, uid: number, programs: string[]) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
  vi.spyOn(process, 'getuid').mockReturnValue(uid)
  vi.mocked(accessSync).mockImplementation((path) => {
    if (!programs.some((program) => String(path).endsWith(`/${program}`))) throw new Error('ENOENT')
  })
}

const commandsRun = () =>
  vi.mocked(execFileSync).mock.calls.map(([program, args]) => [program, ...(args ?? [])].join(' '))

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.mocked(execFileSync).mockReset()
  vi.mocked(accessSync).mockReset()
})

describe('a missing program', () => {
  test('is installed on Debian as root, with a message', () => {
    machine('linux', 0, ['apt-get'])
    installSystemPackages(redis)
    expect(commandsRun()[0]).toBe('apt-get update -qq')
    expect(commandsRun()[1]).toMatch(/^apt-get install -y .*redis-server$/)
    expect(process.stderr.write).toHaveBeenCalledWith(
      expect.stringContaining('A Redis server is missing. Installing it'),
    )
  })

  test('is installed in one run with others', () => {
    machine('linux', 0, ['apt-get'])
    installSystemPackages(redis, { title: 'curl', apt: 'curl', brew: 'curl' })
    expect(commandsRun()[1]).toMatch(/^apt-get install -y .*redis-server curl$/)
    expect(commandsRun()).toHaveLength(2)
    expect(process.stderr.write).toHaveBeenCalledWith(
      expect.stringContaining('A Redis server and curl are missing. Installing them'),
    )
  })

  test('is installed with sudo if sudo needs no password', () => {
    machine('linux', 1000, ['apt-get', 'sudo'])
    installSystemPackages(redis)
    expect(commandsRun()).toEqual([
      'sudo -n true',
      'sudo -n apt-get update -qq',
      expect.stringMatching(/^sudo -n apt-get install -y .*redis-server$/),
    ])
  })

  test('is installed on a Mac with Homebrew', () => {
    machine('darwin', 501, ['brew'])
    installSystemPackages(redis)
    expect(commandsRun()).toEqual(['brew install redis'])
  })

  test.each([
    ['a person who may not install', 'linux' as const, ['apt-get'], /Install it.*sudo apt-get install -y redis-server/],
    ['a system without apt', 'linux' as const, [], /sudo apt-get install -y redis-server/],
    ['a Mac without Homebrew', 'darwin' as const, [], /brew install redis/],
  ])('is reported with the command that installs it, for %s', (_, platform, programs, command) => {
    machine(platform, 1000, programs)
    expect(() => installSystemPackages(redis)).toThrow(command)
    expect(commandsRun()).toEqual([])
  })

  test('is reported with the command that installs it if the installation fails', () => {
    machine('linux', 0, ['apt-get'])
    vi.mocked(execFileSync).mockImplementation(() => {
      throw new Error('no network')
    })
    expect(() => installSystemPackages(redis)).toThrow(
      'Run: sudo apt-get update && sudo apt-get install -y redis-server',
    )
  })

  test('is also searched for outside the PATH', () => {
    machine('linux', 0, ['usr/sbin/redis-server'])
    expect(findProgram('redis-server', 'valkey-server')).toBe('/usr/sbin/redis-server')
    expect(findProgram('nothing')).toBeNull()
  })
})
