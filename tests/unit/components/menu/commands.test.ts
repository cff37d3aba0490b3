import { describe, expect, test } from 'vitest'
import { batchCommand, batchIdIn, fixedCommands, keyCommands, matches, requestIdIn } from '@/components/menu/commands'
import { batchSums } from '@/server/features/batches/batch'
import { noRows } from '@/server/features/lists/row-state'

const key = (id: string, name: string, expires: number | null = null) => ({
  id,
  name,
  expires,
  start: `pr_live_${id}`,
  test: false,
})
const nowSeconds = 1_795_339_800
const { line_counts } = batchSums({ counts: { ...noRows, found: 500 }, duplicates: 0, audit: null, previous: null })
const own = [key('key_1', 'Zapier'), key('key_2', 'Production backend'), key('key_3', 'Old server', nowSeconds - 60)]
  .flatMap((one) => keyCommands(one, nowSeconds))
  .concat(
    batchCommand({
      id: 'batch_4fQ0zL2mXb7K9aRt',
      name: null,
      state: 'finished',
      created_at: '2026-11-22T13:30:00.000Z',
      line_counts,
    }),
    batchCommand({
      id: 'batch_0',
      name: 'Köln-branches.xlsx',
      state: 'running',
      created_at: '2026-11-21T13:30:00.000Z',
      line_counts,
    }),
  )
const find = (query: string, isSignedIn = true) =>
  matches(fixedCommands(isSignedIn), isSignedIn ? own : [], query).flatMap(({ commands }) => commands)
const titles = (query: string, isSignedIn?: boolean) => find(query, isSignedIn).map(({ title }) => title)

describe('the command menu', () => {
  test('opens the dialog to rotate a key when given the key’s name', () => {
    const [first] = find('rotate zapier')
    expect(first).toMatchObject({ title: 'Rotate “Zapier”', run: { open: '/keys?key=key_1&action=rotate' } })
    expect(find('zapier rot')[0]).toEqual(first)
  })

  test('lists a key, found by its name or by part of the key, before its actions', () => {
    expect(titles('Zapier')).toEqual([
      'Zapier',
      'Rotate “Zapier”',
      'Rename “Zapier”',
      'Revoke “Zapier”',
      'Edit limits for “Zapier”',
    ])
    expect(titles('pr_live_key_2')[0]).toBe('Production backend')
  })

  test('does not offer to rotate an expired key', () => {
    expect(titles('rotate old server')).toEqual([])
    expect(titles('revoke old server')).toEqual(['Revoke “Old server”'])
  })

  test.each([
    ['new key', 'New key'],
    ['create key', 'New key'],
    ['dark mode', 'Dark mode'],
    ['dark', 'Dark mode'],
    ['log out', 'Sign out'],
    ['go to usage', 'Usage'],
    ['webhooks', 'Callbacks'],
    ['batches', 'Batches'],
    ['keyboard', 'Keyboard shortcuts'],
    ['CÚRL', 'Copy a sample request'],
  ])('for “%s”, finds “%s” first', (query, title) => {
    expect(titles(query)[0]).toBe(title)
  })

  test('finds a batch by its date and by its id', () => {
    for (const query of ['batch nov 2026', 'batch_4fQ0zL2mXb7K9aRt'])
      expect(titles(query)[0]).toMatch(/^Batch from Nov 2\d, 2026/)
  })

  test('finds a batch by its name', () => {
    for (const query of ['koln', 'Köln-branches.xlsx', 'open batch branches'])
      expect(find(query)[0]).toMatchObject({
        title: 'Köln-branches.xlsx',
        hint: expect.stringMatching(/^Nov 2\d, 2026, .*, 500 lines, running$/),
        run: { open: '/batches/batch_0' },
      })
  })

  test('finds nothing if one word of the query has no match', () => {
    expect(titles('rotate xyzzy')).toEqual([])
    expect(titles('???!')).toEqual([])
  })

  test('does not offer a visitor pages or actions that need an account', () => {
    expect(titles('', false)).toContain('Get an API key')
    for (const query of ['', 'key', 'sign', 'batches', 'usage', 'rotate'])
      expect(
        find(query, false).every(({ run }) => !('open' in run) || !/^\/(keys|batches|usage|account)/.test(run.open)),
      ).toBe(true)
    expect(titles('sign', false)).not.toContain('Sign out')
    expect(titles('', true)).not.toContain('Sign in')
  })

  test('shows pages and actions, but no keys or batches, if there is no query', () => {
    expect(matches(fixedCommands(true), own, '  ').map(({ name }) => name)).toEqual(['Go to', 'Actions'])
  })

  test('shows at most six commands per group', () => {
    const many = Array.from({ length: 20 }, (_, nth) =>
      keyCommands(key(`key_${nth}`, `Server ${nth}`), nowSeconds),
    ).flat()
    expect(matches([], many, 'server').map(({ commands }) => commands.length)).toEqual([6, 6])
  })
})

describe('a pasted id', () => {
  const id = '0b9a4c1e-6f0d-4a53-9a57-2f1d3c5b7e90'

  test.each([id, id.toUpperCase(), `x-request-id: ${id}`, `"request_id": "${id}",`, ` ${id}\n`])(
    'is read as a request id in “%s”',
    (text) => {
      expect(requestIdIn(text)).toBe(id)
    },
  )

  test.each(['', 'retry', id.slice(1), `${id} and more`, '0x28f1c82e908503c4', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg'])(
    'is not read as a request id in “%s”',
    (text) => {
      expect(requestIdIn(text)).toBeNull()
    },
  )

  test('is read as a batch id only if it has the right format', () => {
    expect(batchIdIn(' batch_4fQ0zL2mXb7K9aRt ')).toBe('batch_4fQ0zL2mXb7K9aRt')
    expect(batchIdIn('batch_4fQ0zL2mXb7K9aR')).toBeNull()
  })
})
