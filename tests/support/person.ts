import { randomInt } from 'node:crypto'

/** A person using a running server with their own browser: keeps cookies, signs in, and makes the dashboard's calls. */
export class Person {
  readonly cookies = new Map<string, string>()
  url: string
  /** The browser's `Origin`. Default: the server's own origin. */
  origin: string | undefined
  readonly email: string
  readonly password: string
  /** Random, because test files that run at the same time share a server, which limits sign-ups per address. */
  private readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

  /**
   * @param url the server's address. Tests may change it, as if the server's host name now pointed to another process.
   */
  constructor(url: string, email: string, password = 'correct horse battery') {
    this.url = url
    this.email = email
    this.password = password
  }

  /** Returns the `Cookie` header that the browser sends. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Makes a call; POST if there is a body. @param path below `/api`. */
  async call(path: string, body?: unknown) {
    const response = await fetch(`${this.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin: this.origin ?? this.url,
        'content-type': 'application/json',
        'x-forwarded-for': this.address,
        cookie: this.cookieHeader(),
      },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
    const json: any = /^[{[]/.test(text) ? JSON.parse(text) : null
    return { status: response.status, headers: response.headers, json }
  }

  /** Calls a mutation and returns its data. @throws Error if it fails. */
  async procedure(name: string, input: unknown = {}) {
    return dataOf(name, await this.call(`/trpc/${name}`, input))
  }

  /** Calls a query and returns its data. @throws Error if it fails. */
  async query(name: string, input: unknown = {}) {
    return dataOf(name, await this.call(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`))
  }

  signUp() {
    return this.call('/auth/sign-up/email', { name: 'Ada', email: this.email, password: this.password })
  }

  signIn() {
    return this.call('/auth/sign-in/email', { email: this.email, password: this.password })
  }

  /** Returns the email that this browser is signed in with, or null. */
  async signedInAs(): Promise<string | null> {
    return (await this.call('/auth/get-session')).json?.user.email ?? null
  }
}

function dataOf(name: string, { status, json }: Awaited<ReturnType<Person['call']>>) {
  if (status !== 200) throw new Error(`${name} was answered ${status}: ${JSON.stringify(json)}`)
  return json.result.data
}
