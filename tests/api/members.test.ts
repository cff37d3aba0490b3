import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { textOfHtml } from '../support/text-of-html'
import { call, hosts } from './call'

describe.each(hosts)('members of an account, on the $host', ({ url }) => {
  const newPerson = (name: string) => {
    const person = new Person(url, `${name}.${randomInt(1e12)}@example.com`)
    person.origin = 'https://pinref.example'
    return person
  }

  /** Invites a person, who signs up with the link. */
  async function invite(owner: Person, person: Person, role: string) {
    const { link } = await owner.procedure('members.invite', { email: person.email, role })
    const token = /\/invitation\/(\w{38})$/.exec(link)?.[1] ?? ''
    const { email, password } = person
    const callbackURL = `/invitation/${token}`
    await person.call('/auth/sign-up/email', { name: 'Bob', email, password, callbackURL })
    return token
  }

  const codeOf = async (person: Person, procedure: string, input: object) =>
    (await person.call(`/trpc/${procedure}`, input)).json.error?.data.problem.code ?? null

  const pageOf = async (person: Person, token: string) => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${url}/invitation/${token}`, { headers: { cookie } })
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, expect.any(String)])
    return textOfHtml(await response.text())
  }

  test('join with a link, work, lose their rights with their role, and leave their keys behind', async () => {
    const [owner, member] = [newPerson('owner'), newPerson('member')]
    await owner.signUp()
    const token = await invite(owner, member, 'member')
    const { accountId } = await member.procedure('members.accept', { token })
    // A new session begins in the only account.
    await member.signIn()
    const { key } = await member.procedure('keys.create', { name: 'Theirs' })
    expect(accountId).toBe(key.slice('pr_live_'.length, 'pr_live_'.length + 16))
    const { members, invitations, limit } = await member.query('members.list')
    expect([members.length, invitations, limit]).toEqual([2, [], 3])
    const listed = (email: string) => members.find((one: { email: string }) => one.email === email)
    expect(listed(owner.email)).toMatchObject({ role: 'owner' })
    expect(listed(member.email)).toMatchObject({ role: 'member', hasSecondFactor: false, seen: expect.any(Number) })
    const { personId } = listed(member.email)
    const ownerId = listed(owner.email).personId
    expect(await codeOf(member, 'members.remove', { personId: ownerId })).toBe('role_not_allowed')
    await owner.procedure('members.changeRole', { personId, role: 'viewer' })
    expect(await codeOf(member, 'keys.create', { name: 'More' })).toBe('role_not_allowed')
    expect(await member.query('keys.list')).toHaveLength(1)
    await owner.procedure('members.remove', { personId })
    expect(await codeOf(member, 'keys.create', { name: 'More' })).toBe('account_switched')
    expect((await call(url, 'convert', { cid: '1' }, { headers: { 'x-api-key': key } })).status).toBe(200)
  })

  test('are invited with a page that says by whom and to what, and why a link no longer works', async () => {
    const [owner, other] = [newPerson('owner'), newPerson('other')]
    await owner.signUp()
    await other.signUp()
    const member = newPerson('member')
    const { link } = await owner.procedure('members.invite', { email: member.email, role: 'viewer' })
    const token = link.slice(-38)
    const page = await pageOf(newPerson('stranger'), token)
    for (const words of [`${owner.email} invites you to`, 'as a viewer', `This invitation is for ${member.email}`]) {
      expect(page).toContain(words)
    }
    expect(await pageOf(other, token)).toContain(`but you’re signed in with ${other.email}`)
    expect(await codeOf(other, 'members.accept', { token })).toBe('invalid_request')
    const { id } = (await owner.query('members.list')).invitations[0]
    const again = (await owner.procedure('members.resend', { id })).link.slice(-38)
    expect(await pageOf(member, token)).toContain('A newer invitation replaced this one')
    await owner.procedure('members.cancel', { id: (await owner.query('members.list')).invitations[0].id })
    expect(await pageOf(member, again)).toContain('This invitation was canceled')
    expect(await pageOf(member, `${again.slice(0, 37)}-`)).toContain('This invitation doesn’t exist')
    const used = await invite(owner, member, 'viewer')
    await member.procedure('members.accept', { token: used })
    expect(await pageOf(member, used)).toContain('You already accepted the invitation')
    expect(await pageOf(other, used)).toContain('This invitation was used')
  })

  test('are limited by the plan, also if several are invited at once', async () => {
    const owner = newPerson('owner')
    await owner.signUp()
    const emails = ['a', 'b', 'c', 'd'].map((name) => newPerson(name).email)
    const codes = await Promise.all(emails.map((email) => codeOf(owner, 'members.invite', { email, role: 'member' })))
    expect(codes.toSorted()).toEqual(['limit_reached', 'limit_reached', null, null])
    await owner.procedure('plans.choose', { plan: 'growth' })
    expect(await codeOf(owner, 'members.invite', { email: newPerson('e').email, role: 'member' })).toBeNull()
  })
})
