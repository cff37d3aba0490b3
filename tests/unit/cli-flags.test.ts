import { expect, test } from 'vitest'
import { bulkFlags, flags, watchFlags } from '@/clients/npm/src/cli/flags'
import { help } from '@/clients/npm/src/cli/help'

test('the command line’s help explains every flag', () => {
  const names = Object.keys({ ...flags, ...bulkFlags, ...watchFlags })
  expect(names.filter((name) => !help.includes(`--${name}`))).toEqual([])
})
