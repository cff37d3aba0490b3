import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  from: string
  /** Headers and body as received, with quoted-printable decoded. */
  text: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** From now on, accepts connections but sends nothing. */
  hang(): void
  /** Responds on the connections that were accepted in the meantime, and on all later ones. */
  resume(): void
  /** The number of connections that clients have given up while the server hung. */
  givenUp(): number
  /** From now on, refuses mail to an address. */
  refuse(to: string): void
  /** Waits until an address has received `count` emails, and returns the newest. */
  newestFor(to: string, count?: number): Promise<ReceivedMail>
  stop(): Promise<void>
}

/**
 * Starts a real SMTP server on loopback that accepts any email from clients with its password.
 * @param at the port. Default: a free port.
 */
export async function startMailServer(at = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let arrived = () => {}
  let hangs = false
  let waiting: Array<() => void> = []
  let givenUp = 0
  const refused = new Set<string>()
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      if (hangs) waiting.push(done)
      else done()
    },
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'pinref' && password === 'let me in') done(null, { user: username })
      else done(new Error('who is that?'))
    },
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: decoded(text) })
        done()
        arrived()
      })
    },
  })
  server.server.on('connection', (socket) => {
    if (hangs) socket.once('close', () => (givenUp += 1))
  })
  server.listen(at, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://pinref:let%20me%20in@127.0.0.1:${port}`,
    received,
    hang: () => {
      hangs = true
    },
    resume() {
      hangs = false
      for (const answer of waiting) answer()
      waiting = []
    },
    givenUp: () => givenUp,
    refuse: (to) => void refused.add(to),
    async newestFor(to, count = 1) {
      for (;;) {
        const mails = received.filter((mail) => mail.to.includes(to))
        const newest = mails.at(-1)
        if (newest && mails.length >= count) return newest
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Decodes an email's body. */
function decoded(text: string): string {
  const start = text.indexOf('\r\n\r\n')
  if (!/^content-transfer-encoding: quoted-printable/im.test(text.slice(0, start))) return text
  const bytes = text
    .slice(start)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return text.slice(0, start) + Buffer.from(bytes, 'latin1').toString()
}
