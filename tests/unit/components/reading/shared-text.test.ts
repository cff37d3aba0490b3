import { expect, test } from 'vitest'
import { sharedText } from '@/components/reading/shared-text'

const link = 'https://maps.app.goo.gl/FoksPtKVKYoeAt4w8'

test.each([
  [
    'a string with the link in it, as Google Maps shares',
    { text: `Trevi Fountain\n${link}`, url: null },
    `Trevi Fountain\n${link}`,
  ],
  ['a link alone', { text: null, url: ` ${link} ` }, link],
  ['both', { text: 'Trevi Fountain', url: link }, `Trevi Fountain\n${link}`],
  ['both, where the text has the link already', { text: `Look: ${link}`, url: link }, `Look: ${link}`],
  ['a string alone', { text: 'Trevi Fountain', url: '' }, 'Trevi Fountain'],
  ['neither', { text: null, url: null }, null],
  ['blanks', { text: ' \n', url: ' ' }, null],
])('the share page works out what to look up from text and link: %s', (_, shared, looked) => {
  expect(sharedText(shared)).toBe(looked)
})
