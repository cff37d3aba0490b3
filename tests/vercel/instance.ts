import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'

/** One request to a function. */
interface FunctionCall {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  /** Omitted if the request has no body. */
  body?: IncomingMessage | string
}

/** The time since a process was started, and the processor time that it has taken, in milliseconds. */
interface Costs {
  ms: number
  cpuMs: number
}

/** A process that runs a function, frozen whenever it has no work for a call. */
export interface Instance {
  /** The costs of loading the function. */
  loaded: Costs
  /** Returns the costs up to the end of the first response. */
  answered(): Costs
  ask(call: FunctionCall): Promise<IncomingMessage>
  /** Waits until the process is frozen. */
  frozen(): Promise<void>
  stop(): Promise<void>
}

/** A user who owns nothing. The output is read-only for this user even if the tests run as root. */
const nobody = { uid: 65_534, gid: 65_534 }

/** The folder of a function, and the folder of the output that contains it. */
interface BuiltFunction {
  output: string
  function: string
}

/** Starts a process. @param built the function to run; if omitted, the route files of this project's production build. */
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
  const { port, loaded } = await whenListening(child, () => log)
  let handed = 0
  let isFrozen = false
  let onFrozen = () => {}
  let answered: Costs | undefined

  function freezeIfDone({ done, answered: costs }: { done: number; answered: Costs }) {
    answered = costs
    // Another call may have arrived by then.
    if (done !== handed) return
    child.kill('SIGSTOP')
    isFrozen = true
    onFrozen()
  }
  child.on('message', freezeIfDone)

  return {
    loaded,
    answered() {
      if (!answered) throw new Error('the function has not answered a call')
      return answered
    },
    async ask({ method, path, headers, body }) {
      handed += 1
      isFrozen = false
      child.kill('SIGCONT')
      const outgoing = request({ host: '127.0.0.1', port, agent: false, method, path, headers })
      if (typeof body === 'string') outgoing.end(body)
      else if (body) {
        body.pipe(outgoing)
        body.once('close', () => {
          if (!body.complete) outgoing.destroy()
        })
      } else outgoing.end()
      const [answer] = await once(outgoing, 'response')
      return answer
    },
    async frozen() {
      while (!isFrozen) {
        await new Promise<void>((resolve) => {
          onFrozen = resolve
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

async function whenListening(child: ChildProcess, log: () => string): Promise<{ port: number; loaded: Costs }> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the function ended with ${code}: ${log()}`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return message
}
