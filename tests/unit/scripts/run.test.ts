import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = `dist/test/run-${process.pid}`
const program = `${folder}/program.ts`

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    program,
    `import { name as project } from '@/package.json'
    const [name, ...options]: string[] = process.argv.slice(2)
    if (name === 'options') {
      console.log(JSON.stringify({ options, node: process.execArgv, project }))
      process.exitCode = 3
    } else {
      process.once('SIGTERM', (signal) => { console.log(signal, process.pid); process.exit(4) })
      setInterval(() => {}, 1_000)
      console.log('ready')
    }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const start = (before: string[], ...args: string[]) =>
  spawn(process.execPath, [...before, 'scripts/run.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

describe('scripts/run.mjs', () => {
  test("passes options, Node's own options, and the exit code", async () => {
    const child = start(['--no-warnings'], program, 'options', '--runs', '3')
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(JSON.parse(output)).toEqual({ options: ['--runs', '3'], node: ['--no-warnings'], project: 'pinref' })
    expect(code).toBe(3)
  })

  test('runs the program in the process that gets the signals', async () => {
    const child = start([], program, 'wait')
    const output = text(child.stdout)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(await output).toBe(`ready\nSIGTERM ${child.pid}\n`)
    expect(code).toBe(4)
  })

  test("reports a program that can't be bundled", async () => {
    const child = start([], `${folder}/missing.ts`)
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect(errors).toMatch(/^✘ \[ERROR\] Could not resolve ".*missing\.ts"\n/)
    expect([output, code]).toEqual(['', 1])
  })
})
