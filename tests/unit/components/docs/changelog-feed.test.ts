import { expect, test } from 'vitest'
import { changelogFeed } from '@/components/docs/changelog-feed'

test('the changelog’s feed has each released version with its text, and no unreleased one', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.1.0 - 2027-02-01\n\n- **A & B**\n\n## 1.0.0 - 2027-01-01\n\n- First.\n'
  const feed = changelogFeed(changelog, 'https://pinref.example')
  expect(feed.match(/<(?:id|updated|content[^>]*)>[^<]*/g)).toEqual([
    '<id>https://pinref.example/changelog',
    '<updated>2027-02-01T00:00:00Z',
    '<id>https://pinref.example/changelog#1.1.0',
    '<updated>2027-02-01T00:00:00Z',
    '<content type="html">&lt;ul&gt;\n&lt;li&gt;&lt;strong&gt;A &amp;amp; B&lt;/strong&gt;&lt;/li&gt;\n&lt;/ul&gt;\n',
    '<id>https://pinref.example/changelog#1.0.0',
    '<updated>2027-01-01T00:00:00Z',
    '<content type="html">&lt;ul&gt;\n&lt;li&gt;First.&lt;/li&gt;\n&lt;/ul&gt;\n',
  ])
})
