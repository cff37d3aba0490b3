import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The state of a server as seen on its socket. `silent`: it is paused or busy. `percent`: how much of its data it has read. */
type ServerState = { is: 'absent' | 'silent' | 'serving' } | { is: 'reading'; percent: string }

const patienceMs = 1_000
const tellEveryMs = 5_000

/** Waits as long as it takes for the server on this socket, and tells the operator why. Returns false if there is no server. */
export async function untilServing(socket: string): Promise<boolean> {
  let told: ServerState['is'] = 'absent'
  for (let tellAt = Date.now() + patienceMs; ; await sleep(20)) {
    const state = await stateOf(socket)
    if (state.is === 'serving') return true
    if (state.is === 'absent') return false
    const isNews = told === 'silent' && state.is === 'reading'
    if (Date.now() < tellAt && !isNews) continue
    const what = state.is === 'reading' ? `is still reading its data (${state.percent} %)` : 'does not answer yet'
    process.stderr.write(`The embedded Redis ${what}. Waiting for it.\n`)
    told = state.is
    tellAt = Date.now() + tellEveryMs
  }
}

/** Asks the server on a socket, if there is one, for its state. A Redis that is still reading its data answers this too. */
export function stateOf(socket: string): Promise<ServerState> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    let reply = ''
    function settle(state: ServerState) {
      resolve(state)
      connection.destroy()
    }
    connection.setTimeout(patienceMs, () => settle({ is: 'silent' }))
    // A paused server accepts no connections, so its queue of connections is full.
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle({ is: code === 'EAGAIN' ? 'silent' : 'absent' }),
    )
    connection.once('close', () => settle({ is: 'absent' }))
    connection.once('connect', () => connection.write('INFO persistence\r\n'))
    connection.on('data', (chunk) => {
      reply += chunk
      const [, percent] = /^loading_loaded_perc:([\d.]+)/m.exec(reply) ?? []
      if (/^loading:0/m.test(reply)) settle({ is: 'serving' })
      else if (percent !== undefined) settle({ is: 'reading', percent })
      else if (reply.startsWith('-')) settle({ is: 'silent' })
    })
  })
}
