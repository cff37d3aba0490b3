import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Calls `convert` in its own thread so that sending an attack does not delay the calls. The reply to each message has
// the figures for the calls since the previous message: each call's duration in milliseconds, and the count of each
// status (0 for no response).

const { url, key, pauseMs } = workerData
/** The attack's own connections must not delay the probe's. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let series = { took: [], statuses: {} }

parentPort.on('message', () => {
  parentPort.postMessage(series)
  series = { took: [], statuses: {} }
})

for (;;) {
  const started = performance.now()
  const status = await convert().catch(() => 0)
  series.took.push(performance.now() - started)
  series.statuses[status] = (series.statuses[status] ?? 0) + 1
  await sleep(pauseMs)
}

function convert() {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/convert`, { method: 'POST', agent, headers: { 'x-api-key': key } }, (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
    call.once('error', reject)
    call.end('{"cid":"1"}')
  })
}
