import { randomInt } from 'node:crypto'
import { oneOf } from '../faults/chance'
import { again, type SoakContext } from './context'

const password = 'nine lives of a tabby cat'

/** A person with an account and a browser. */
export class Person {
  /** The API key created at sign-up; empty before. */
  key = ''
  private cookie = ''

  constructor(
    private readonly world: SoakContext,
    private readonly email: string,
    private readonly address: string,
  ) {}

  /**
   * Creates the account and a key.
   * @param grant puts a person's account, by the person's id, on the plan without a quota.
   */
  async signUp(grant: (personId: string) => Promise<unknown>): Promise<void> {
    const account = await this.auth('/sign-up/email', { email: this.email, password, name: 'Soak' })
    await grant((JSON.parse(account) as { user: { id: string } }).user.id)
    const made = await this.change<{ key: string }>('keys.create', { name: 'Backend' })
    if (!made) throw new Error(`No key was made for ${this.email}.`)
    this.key = made.key
  }

  /** Visits the dashboard: signs in, creates a key, uses and revokes it, looks around, and signs out. */
  async visit(): Promise<void> {
    const { world } = this
    // Only occasionally: after several wrong passwords, even the right password is rejected for a while.
    if (randomInt(8) === 0) await this.auth('/sign-in/email', { email: this.email, password: 'not the password' })
    await this.auth('/sign-in/email', { email: this.email, password })
    await this.page('/keys')
    const made = await this.change<{ key: string; id: string }>('keys.create', { name: 'Short-lived' })
    if (made) {
      const headers = { 'x-api-key': made.key, 'content-type': 'application/json' }
      const used = await fetch(`${world.url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' })
      world.tally.add('calls with a new key', used.status)
      await used.text()
      await this.change('keys.revoke', { id: made.id })
    }
    await this.page('/usage')
    await this.auth('/sign-out', {})
  }

  private async auth(path: string, body: object): Promise<string> {
    const response = await this.send(`/api/auth${path}`, body)
    for (const line of response.headers.getSetCookie()) {
      if (/session_token=[^;]/.test(line)) this.cookie = line.split(';')[0] ?? ''
    }
    this.world.tally.add(path.slice(1), response.status)
    return response.text
  }

  /** Calls a procedure that changes something. @returns null if it was rejected. */
  private async change<Data>(procedure: string, input: object): Promise<Data | null> {
    const response = await this.send(`/api/trpc/${procedure}`, input)
    this.world.tally.add(procedure, response.status)
    return response.ok ? (JSON.parse(response.text) as { result: { data: Data } }).result.data : null
  }

  private async page(path: string): Promise<void> {
    const response = await fetch(`${this.world.url}${path}`, { headers: this.headers(), redirect: 'manual' })
    await response.text()
    this.world.tally.add('pages of an account', response.status)
  }

  private async send(path: string, body: object) {
    const headers = { ...this.headers(), 'content-type': 'application/json' }
    const response = await fetch(this.world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, ok: response.ok, headers: response.headers, text: await response.text() }
  }

  private headers(): Record<string, string> {
    return { origin: this.world.url, 'x-forwarded-for': this.address, cookie: this.cookie }
  }
}

/** Makes `count` accounts. Each account calls from its own address. */
export async function signUpPeople(
  world: SoakContext,
  count: number,
  grant: (personId: string) => Promise<unknown>,
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, n) => new Person(world, `soak${n}@example.com`, `10.2.0.${n}`))
  for (const person of people) await person.signUp(grant)
  return people
}

/** Visits the dashboard from time to time, each time as one of these people. */
export function visitDashboard(world: SoakContext, people: readonly Person[], pauseMs: number): Promise<void> {
  return again(world, pauseMs, async () => oneOf(people)?.visit())
}

const pages = [
  '/',
  '/docs',
  '/docs/reference',
  '/docs/errors/invalid_cid',
  '/pricing',
  '/sign-in',
  '/bulk',
  '/changelog',
]

/** Reads public pages. */
export const readPages = (world: SoakContext, pauseMs: number) =>
  again(world, pauseMs, async () => {
    const response = await fetch(`${world.url}${oneOf(pages)}`, { headers: { 'x-forwarded-for': '10.3.0.1' } })
    await response.text()
    world.tally.add('pages', response.status)
  })
