import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { findProgram, installSystemPackages } from '@/server/platform/store/embedded/system-package'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { startSystemd } from './systemd'

const isLong = process.env.LONG_FORMS !== undefined
const unit = resolve('docs/samples/pinref.service')

beforeAll(() => {
  if (!findProgram('systemd-analyze')) installSystemPackages({ title: 'systemd', apt: 'systemd', brew: 'systemd' })
})

/** Returns `systemd-analyze`'s output for the unit. The command exits with 1 if it finds a problem. */
function analyze(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('systemd finds no problem in the unit and rates its exposure at 3.0 or less', () => {
  expect(analyze('verify')).toEqual({ status: 0, output: '' })
  const { status, output } = analyze('security', '--offline=yes', '--threshold=30', '--no-pager')
  expect(output).toMatch(/Overall exposure level for pinref.service: [0-3]\.\d/)
  expect(status).toBe(0)
})

test.runIf(isLong)(
  'under systemd a reload upgrades, rolls back, and fails if the new release does not start',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pinref-systemd-'))
    const releases = ['first', 'second', 'broken'].map((name) => join(folder, 'releases', name))
    const [first = '', second = '', broken = ''] = releases
    mkdirSync(join(folder, 'releases'))
    execFileSync(process.execPath, ['scripts/runtime-files.mjs', first])
    for (const copy of [second, broken]) cpSync(first, copy, { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(realpathSync(join(broken, 'dist/current')), 'worker.js'), 'throw new Error("a broken build")\n')
    const switchTo = (release: string) => {
      symlinkSync(join('releases', release), join(folder, 'current.next'))
      renameSync(join(folder, 'current.next'), join(folder, 'current'))
    }
    switchTo('first')
    const port = await freePort()
    writeFileSync(join(folder, '.env'), `PORT=${port}\nWEB_CONCURRENCY=2\n`)

    const systemd = await startSystemd(folder, unit)
    const status = async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status
    const processes = async () => (await systemd.run('systemctl', 'status', '--no-pager', 'pinref')).output
    try {
      // With Type=notify, the unit serves requests once systemd has started it.
      expect(await systemd.run('systemctl', 'start', 'pinref')).toEqual({ code: 0, output: '' })
      expect(await status()).toBe(200)
      expect(await processes()).toContain('Status: "Pinref')

      switchTo('second')
      expect(await systemd.run('systemctl', 'reload', 'pinref')).toEqual({ code: 0, output: '' })
      const upgraded = await processes()
      expect(upgraded).toContain('/releases/second/')
      expect(upgraded).not.toContain('/releases/first/')

      switchTo('broken')
      expect(await systemd.run('systemctl', 'reload', 'pinref')).toMatchObject({ code: 1 })
      const running = await processes()
      expect(running).toContain('/releases/second/')
      expect(running).toContain('failed; the old processes keep running')
      expect(await status()).toBe(200)

      switchTo('first')
      expect(await systemd.run('systemctl', 'reload', 'pinref')).toEqual({ code: 0, output: '' })
      expect(await processes()).not.toContain('/releases/second/')
      expect(await status()).toBe(200)

      await systemd.run('systemctl', 'stop', 'pinref')
      const ended = await systemd.run('systemctl', 'show', '-p', 'Result', '-p', 'ExecMainStatus', 'pinref')
      expect(ended.output).toBe('Result=success\nExecMainStatus=0\n')
    } finally {
      await systemd.stop()
      removeFolder(folder)
    }
  },
)
