import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Block, readChangelog, readSpans } from '@/components/docs/changelog'

const real = readChangelog(readFileSync('CHANGELOG.md', 'utf8'))

const texts = (blocks: Block[]) => blocks.flatMap((block) => (block.kind === 'list' ? block.items : [block.text]))

test('versions, headings and lists are told apart, and an item goes on in the next line', () => {
  const markdown = `# Changelog\n\nWhat a user sees.\n\n## 1.0.0\n\n### Added\n\n- One thing\n  in two lines.\n- \`Another\`.\n## 0.9.0\n### Fixed\n- A third.\n`
  expect(readChangelog(markdown)).toEqual([
    { kind: 'text', text: 'What a user sees.' },
    { kind: 'version', text: '1.0.0' },
    { kind: 'heading', text: 'Added' },
    { kind: 'list', items: ['One thing in two lines.', '`Another`.'] },
    { kind: 'version', text: '0.9.0' },
    { kind: 'heading', text: 'Fixed' },
    { kind: 'list', items: ['A third.'] },
  ])
})

test('the changelog of this project has nothing that would be shown as Markdown', () => {
  expect(real.some(({ kind }) => kind === 'version')).toBe(true)
  expect(real.some(({ kind }) => kind === 'list')).toBe(true)
  const plain = texts(real)
    .flatMap(readSpans)
    .filter(({ kind }) => kind === 'plain')
  expect(plain.filter(({ text }) => /[`#]|\*\*|\]\(|^[-*] /.test(text))).toEqual([])
})

test('code, strong text and links are told apart in a line', () => {
  expect(readSpans('Try `a` and **b**: [c](https://example.com).')).toEqual([
    { kind: 'plain', text: 'Try ' },
    { kind: 'code', text: 'a' },
    { kind: 'plain', text: ' and ' },
    { kind: 'strong', text: 'b' },
    { kind: 'plain', text: ': ' },
    { kind: 'link', text: 'c', href: 'https://example.com' },
    { kind: 'plain', text: '.' },
  ])
})
