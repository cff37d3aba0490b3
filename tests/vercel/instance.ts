import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'

/** One request to a function. */
interface FunctionCall {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  /** Left out if the request has no body. */
  body?: IncomingMessage
}

/** A process that runs a function, frozen whenever it has no call to work for. */
export interface Instance {
  ask(call: FunctionCall): Promise<IncomingMessage>
  /** Waits until it is frozen. */
  frozen(): Promise<void>
  stop(): Promise<void>
}

/** The user who owns nothing. The output is read-only for this user even if the tests run as root. */
const nobody = { uid: 65_534, gid: 65_534 }

/** The folder of a function, and the folder of the output that contains it. */
interface BuiltFunction {
  output: string
  function: string
}

/** Starts a process. @param built the function to run; if left out, the route files of this project's production build. */
export async function startInstance(env: Record<string, string>, built?: BuiltFunction): Promise<Instance> {
  const program = built ? join(built.output, 'run-function.mjs') : 'tests/vercel/run-function.mjs'
  const child = fork(program, built ? [built.function] : [], {
    ...(built && { cwd: built.output }),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(built && process.getuid?.() === 0 && nobody),
  })
  let log = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  }
  const port = await portOf(child, () => log)
  let handed = 0
  let isFrozen = false
  let told = () => {}

  function freezeIfDone({ done }: { done: number }) {
    // Another call may have arrived in the meantime.
    if (done !== handed) return
    child.kill('SIGSTOP')
    isFrozen = true
    told()
  }
  child.on('message', freezeIfDone)

  return {
    async ask({ method, path, headers, body }) {
      handed += 1
      isFrozen = false
      child.kill('SIGCONT')
      const asked = request({ host: '127.0.0.1', port, agent: false, method, path, headers })
      if (body) {
        body.pipe(asked)
        body.once('close', () => {
          if (!body.complete) asked.destroy()
        })
      } else asked.end()
      const [answer] = await once(asked, 'response')
      return answer
    },
    async frozen() {
      while (!isFrozen) {
        await new Promise<void>((resolve) => {
          told = resolve
        })
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function portOf(child: ChildProcess, log: () => string): Promise<number> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the function ended with ${code}: ${log()}`)
  })
  const [{ port }] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return port
}
