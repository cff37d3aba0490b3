import { beforeAll, describe, expect, test } from 'vitest'
import { connect } from './agents'
import { hosts, newKey } from './call'
import { type Task, tasks } from './mcp-tasks'

const url = hosts[0]?.url ?? ''
let key: string

beforeAll(async () => {
  key = await newKey(url)
})

/** Performs a task as an agent does, and returns the findings and the cost: calls, and characters sent and received. */
async function measure(work: Task['before']) {
  const agent = await connect('2026-07-28', url, { 'x-api-key': key })
  const taken = { calls: 0, characters: 0 }
  async function call(name: string, input: object) {
    const { value, characters } = await agent.call(name, input)
    taken.calls += 1
    taken.characters += characters
    return value
  }
  async function ended(batch: string) {
    const state = async () =>
      (await (await fetch(`${url}/api/batches/${batch}`, { headers: { 'x-api-key': key } })).json()).state
    await expect.poll(state, { timeout: 20_000 }).toBe('finished')
  }
  return { outcome: await work(call, ended), taken }
}

describe('an agent finds out', () => {
  test.each(tasks)('$title, with half the calls and a third of the characters used before', async (task) => {
    const { outcome, taken } = await measure(task.now)
    expect(outcome).toEqual(task.outcome)
    expect(taken.calls).toBeLessThanOrEqual(task.measured.calls / 2)
    expect(taken.characters).toBeLessThanOrEqual(task.measured.characters / 3)
  })
})

/*
 * Checks the earlier figures with the old build:
 *
 *   git worktree add ../before d26c466b && cp tests/api/{agents,call,mcp-tasks,mcp-tasks.test}.ts ../before/tests/api
 *   cd ../before && npm ci && npm run build
 *   MCP_TASKS=before npx vitest run --project api tests/api/mcp-tasks.test.ts -t 'it took'
 */
describe.runIf(process.env.MCP_TASKS === 'before')('it took', () => {
  test.each(tasks)('$measured.calls calls to find out $title', async (task) => {
    const { outcome, taken } = await measure(task.before)
    expect(outcome).toEqual(task.outcome)
    expect(taken).toEqual(task.measured)
  })
})
