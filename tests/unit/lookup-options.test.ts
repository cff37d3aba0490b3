import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bulkFlags, flags, watchFlags } from '@/clients/npm/src/cli/flags'
import { help } from '@/clients/npm/src/cli/help'
import {
  defaultLookupOptions,
  lookupOptionsKey,
  lookupOptionValues,
  readLookupOptions,
} from '@/server/places/upstream/lookup-options'

const options = Object.entries(lookupOptionValues)

test('the command line’s help explains every flag, and each value of a lookup’s options', () => {
  const names = Object.keys({ ...flags, ...bulkFlags, ...watchFlags }).map((name) => `--${name}`)
  const values = options.flatMap(([, { values }]) => values)
  expect([...names, ...values].filter((word) => !help.includes(word))).toEqual([])
})

test('the Python client has every option of a lookup', () => {
  const client = readFileSync('clients/python/pinref/__init__.py', 'utf8')
  const [declared = ''] = /^class LookupOptions\(.*?\n\n\n/ms.exec(client) ?? []
  expect(options.map(([name]) => name).filter((name) => !declared.includes(`\n    ${name}: `))).toEqual([])
})

test('a lookup with another value of any option has another key', () => {
  const all = options.flatMap(([name, { values, fallback }]) =>
    values.filter((value) => value !== fallback).map((value) => readLookupOptions({ [name]: value })),
  )
  expect(new Set([defaultLookupOptions, ...all].map(lookupOptionsKey)).size).toBe(all.length + 1)
})
