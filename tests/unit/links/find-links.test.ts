import { expect, test } from 'vitest'
import { findLinks } from '@/server/places/links/find-links'

const link = 'https://maps.app.goo.gl/AK13hVJLjnveWZqJA'

test.each([
  ['a link alone', link, [link]],
  ['the end of a sentence', `Here: ${link}.`, [link]],
  ['brackets', `(${link})`, [link]],
  ['angle brackets', `<${link}>`, [link]],
  ['double quotes', `"${link}"`, [link]],
  ['curly quotes', `“${link}”`, [link]],
  ['single quotes', `'${link}'`, [link]],
  ['emphasis in chat', `*${link}*`, [link]],
  ['a full-width colon', `地址：${link}`, [link]],
  ['lines', `Name\nStreet 5\n${link}\n`, [link]],
  ['no scheme', 'see goo.gl/maps/kW8NcDFcoHk, please', ['goo.gl/maps/kW8NcDFcoHk']],
  ['two links', `${link} https://a.example`, [link, 'https://a.example']],
  ['an entity', 'https://maps.google.com/?q=a&amp;cid=5', ['https://maps.google.com/?q=a&cid=5']],
  [
    'an apostrophe in a name',
    "https://www.google.com/maps/place/Joe's/@1,2",
    ["https://www.google.com/maps/place/Joe's/@1,2"],
  ],
  ['a slash before it', `w/${link}`, [link]],
  ['another link around it', `a.example/?u=${link}`, [`a.example/?u=${link}`]],
  ['no link', 'Pizza, near me. 5 stars', []],
  ['a name that begins like a place id', 'Chijioke Grill', []],
  ['nothing', '', []],
  ['marks alone', '().,<>"', []],
])('the links in text are found: %s', (_, text, expected) => {
  expect(findLinks(text)).toEqual(expected)
})
