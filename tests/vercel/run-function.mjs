import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Runs one instance of a function the way Vercel does: it provides `waitUntil` to each call, and notifies its parent
 * when a call and its `waitUntil` work are done. The parent then freezes it.
 */

const [folder] = process.argv.slice(2)
const calls = new AsyncLocalStorage()
// Without a launcher, Next reads its own context. The launcher of a built function creates that context from Vercel's.
// @see https://nextjs.org/docs/app/api-reference/functions/after
const context = Symbol.for(folder === undefined ? '@next/request-context' : '@vercel/request-context')
globalThis[context] = { get: () => calls.getStore() }
const handler = await (folder === undefined ? routeFiles() : functionIn(folder))

/** Returns the time since this process was started, and the processor time that it has taken, in milliseconds. */
function costs() {
  const { user, system } = process.cpuUsage()
  return { ms: performance.now(), cpuMs: (user + system) / 1_000 }
}

const loaded = costs()
let answered

/** The number of calls that are done, including their `waitUntil` work. */
let done = 0

const server = createServer((request, response) => {
  const work = new Set()
  const waitUntil = (promise) => {
    const one = Promise.resolve(typeof promise === 'function' ? promise() : promise).catch((error) =>
      console.error(error),
    )
    work.add(one)
    one.then(() => work.delete(one))
  }
  response.once('close', async () => {
    answered ??= costs()
    while (work.size > 0) await Promise.all(work)
    done += 1
    process.send({ done, answered })
  })
  calls.run({ waitUntil, url: request.url, headers: request.headers }, () => handler(request, response))
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, loaded }))

/** Returns the handler in a function's folder. @see https://vercel.com/docs/build-output-api/primitives#serverless-functions */
async function functionIn(path) {
  const { handler, launcherType, useWebApi, environment } = JSON.parse(
    readFileSync(join(path, '.vc-config.json'), 'utf8'),
  )
  if (launcherType !== 'Nodejs') throw new Error(`a function of type ${launcherType} cannot be run here`)
  Object.assign(process.env, environment)
  process.chdir(path)
  let exported = await import(pathToFileURL(join(path, handler)).href)
  while (typeof exported !== 'function') exported = await exported.default
  return useWebApi ? webHandler(exported) : exported
}

/** Wraps a middleware's handler, which takes a `Request` and returns a `Response`. */
function webHandler(handle) {
  return async ({ method, url, headers }, response) => {
    const answer = await handle(new Request(`https://${headers.host}${url}`, { method, headers }))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
}

/** Returns the handler of this project's production build, served only by Next. */
async function routeFiles() {
  const { default: next } = await import('next')
  const app = next({ dev: false, dir: realpathSync('dist/current') })
  await app.prepare()
  return app.getRequestHandler()
}
