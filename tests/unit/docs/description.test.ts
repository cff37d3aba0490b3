import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { description } from '@/package.json'

test('the README describes Pinref in the same words as the start page', () => {
  const [, intro = ''] = readFileSync('README.md', 'utf8').split('\n\n')
  expect(intro.replaceAll('\n', ' ')).toContain(description)
})
