import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { releasesOf } from '@/components/docs/releases'

test('each version has its date and its text', () => {
  const text =
    '# Changelog\n\nWhat is new.\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0 - 2026-11-21\n\n- First.\n'
  expect(releasesOf(text)).toEqual([
    { id: 'unreleased', version: 'Unreleased', date: null, text: '### Added\n\n- One.' },
    { id: '0.1.0', version: '0.1.0', date: '2026-11-21', text: '- First.' },
  ])
})

test('every version in the project’s changelog has a date, except “Unreleased”', () => {
  const releases = releasesOf(readFileSync('CHANGELOG.md', 'utf8'))
  expect(releases.map(({ version }) => version)).toContain('0.1.0')
  for (const { version, date } of releases) {
    if (version === 'Unreleased') expect(date).toBeNull()
    else expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  }
})
