import { describe, expect, it } from 'vitest'
import {
  passagesOfCode,
  passagesOfLua,
  passagesOfMarkdown,
  passagesOfMdx,
  passagesOfPython,
} from '@/scripts/prose/extract'
import { lint } from '@/scripts/prose/lint'

const component = `
// Nobody reads this line
// or the next one.
const title = 'Have a batch go on'
export const Page = () => (
  <p className="flex items-center gap-2">
    Options <em>stand in the address</em>, or are omitted: <code>nobody</code>
  </p>
)
test('the file that is there', () => expect('one that is quoted').toBe(1))
`

describe('a file’s passages', () => {
  it('are its comments, JSX, strings, and test names, with their lines', () => {
    expect(passagesOfCode('components/page.tsx', component)).toEqual([
      { line: 2, kind: 'comment', text: 'Nobody reads this line or the next one.' },
      { line: 4, kind: 'text', text: 'Have a batch go on' },
      { line: 7, kind: 'text', text: 'Options stand in the address, or are omitted: `…`' },
      { line: 10, kind: 'test name', text: 'the file that is there' },
      { line: 10, kind: 'text', text: 'the file that is there' },
      { line: 10, kind: 'text', text: 'one that is quoted' },
    ])
  })

  it('are only comments and test names in a test, because its strings quote other text', () => {
    const kinds = passagesOfCode('tests/page.test.tsx', component).map(({ kind }) => kind)
    expect(kinds).toEqual(['comment', 'test name'])
  })

  it('are paragraphs without code in Markdown, and docstrings in Python', () => {
    const markdown = '# Title\n\nOne `code`\nparagraph.\n\n```sh\nnobody\n```\n- [An item](there)\n'
    expect(passagesOfMarkdown(markdown)).toEqual([
      { line: 1, kind: 'text', text: 'Title' },
      { line: 3, kind: 'text', text: 'One `…` paragraph.' },
      { line: 9, kind: 'text', text: 'An item' },
    ])
    expect(passagesOfPython('x = 1\ndef f():\n    """Returns nothing."""\n')).toEqual([
      { line: 3, kind: 'comment', text: 'Returns nothing.' },
    ])
  })

  it('are the paragraphs and captions of a docs page, without its code, expressions, and fragments', () => {
    const page = [
      "import { env } from '@/server/platform/settings/env'",
      '',
      '## A title [#fragment]',
      '',
      `Open <Code>{\`\${address}/x\`}</Code>, \`{"a": 1}\`, or`,
      '{format({ a: { b: 1 } })} pages.',
      '',
      '<FactTable',
      '  caption="The caption"',
      '  rows={rows}',
      '/>',
      '',
      '<Term name="A name">Its meaning.</Term>',
    ]
    expect(passagesOfMdx(page.join('\n'))).toEqual([
      { line: 3, kind: 'text', text: 'A title' },
      { line: 5, kind: 'text', text: 'Open …, `…`, or … pages.' },
      { line: 8, kind: 'text', text: 'The caption:' },
      { line: 13, kind: 'text', text: 'A name: Its meaning.' },
    ])
  })

  it('are found in the comments of Lua, also those of several lines', () => {
    const lua = "-- Returns the month's\n-- counts.\nlocal a = 1\n  -- Not again.\nreturn a - -1\n"
    expect(passagesOfLua(lua)).toEqual([
      { line: 1, kind: 'comment', text: "Returns the month's counts." },
      { line: 4, kind: 'comment', text: 'Not again.' },
    ])
  })
})

it('the prose linter reports a bad sentence with its location and a suggestion, and accepts a good sentence', {
  timeout: 240_000,
}, () => {
  const text = (line: number, sentence: string) => ({ file: 'page.md', line, kind: 'text' as const, text: sentence })
  const findings = lint(
    [
      text(1, 'Resume a batch with this key. Items over a limit get status 429.'),
      text(3, 'Have a batch go on, with this key.'),
      text(4, 'Nobody knows the colour.'),
    ],
    'dist/test/prose',
  )
  expect(findings.map(({ file, line, problem }) => `${file}:${line}: ${problem.split(' (')[0]}`)).toEqual([
    'page.md:3: go on => continue',
    'page.md:4: Nobody => no one',
    'page.md:4: Unknown word: colour',
  ])
  expect(findings[0]?.text).toBe('Have a batch go on, with this key.')
})
