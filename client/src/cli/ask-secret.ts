import { text } from 'node:stream/consumers'

/** Asks for a secret, which is not shown while it is typed. Without a terminal, takes the first line of standard input. */
export async function askSecret(question: string, signal: AbortSignal): Promise<string> {
  const { stdin } = process
  if (!stdin.isTTY) return ((await text(stdin)).split('\n')[0] ?? '').trim()
  // Before the question, because anything typed until then would be shown.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  try {
    process.stderr.write(question)
    return await typed(signal)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    process.stderr.write('\n')
  }
}

/** Returns what is typed or pasted up to Enter. In raw mode, Ctrl+C arrives as a character. */
async function typed(signal: AbortSignal): Promise<string> {
  let secret = ''
  for await (const keys of process.stdin) {
    for (const key of String(keys)) {
      if (key === '\r' || key === '\n' || key === '\u0004') return secret.trim()
      if (key === '\u0003') process.kill(process.pid, 'SIGINT')
      if (key === '\u007f' || key === '\b') secret = secret.slice(0, -1)
      else secret += key
    }
    await new Promise((next) => setImmediate(next))
    signal.throwIfAborted()
  }
  return secret.trim()
}
