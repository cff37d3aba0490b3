import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tasks } from '@/scripts/task-list.mjs'

const task = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/task.mjs', ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('npm run task', () => {
  test('lists each task on a line with what it does', () => {
    const { status, stdout } = task()
    expect(status).toBe(0)
    for (const [name, { about }] of Object.entries(tasks))
      expect(stdout).toMatch(new RegExp(`^  ${name} +${about}$`, 'm'))
  })

  test('names the existing tasks for an unknown one', () => {
    expect(task('toString')).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is no task toString. The tasks are ${Object.keys(tasks).join(', ')}.\n`,
    })
  })

  test("passes options to the task and returns the task's exit code", () => {
    const folder = mkdtempSync(join(tmpdir(), 'a folder '))
    writeFileSync(join(folder, 'file'), '')
    expect(task('runtime-files', folder)).toEqual({ status: 1, stdout: '', stderr: `${folder} is not empty.\n` })
    rmSync(folder, { recursive: true })
  })
})
