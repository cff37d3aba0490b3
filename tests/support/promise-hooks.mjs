import { AsyncLocalStorage, createHook, executionAsyncId } from 'node:async_hooks'

/*
 * Loaded into all processes of an app with `--import`. At SIGUSR2, a worker writes a line to standard error: whether hooks
 * for promises are on in the worker. They are on forever after `AsyncLocalStorage.run`, which the second signal runs first,
 * to show that this is noticed; from Node 26, it turns on a hook instead.
 */

let signals = 0

if (process.argv[1]?.endsWith('/worker.js')) {
  process.on('SIGUSR2', async () => {
    signals += 1
    if (signals > 1) {
      if (Number.parseInt(process.versions.node, 10) < 26) new AsyncLocalStorage().run(null, () => {})
      else createHook({ init() {} }).enable()
    }
    process.stderr.write(`promise hooks are ${(await areOn()) ? 'on' : 'off'}\n`)
  })
}

/** With the hooks, each promise has its own id. Without them, callbacks have the id of the event that came before. */
async function areOn() {
  const ids = new Set()
  for (let turn = 0; turn < 5; turn++) {
    await null
    ids.add(executionAsyncId())
  }
  return ids.size > 1
}
