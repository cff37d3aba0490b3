import { expect, test } from 'vitest'
import { withoutApiKeys } from '@/components/reading/without-api-keys'

const api = 'https://maps.googleapis.com/maps/api/place/details/json'

test.each([
  [`${api}?place_id=ChIJ&key=AIza-x_1`, `${api}?place_id=ChIJ&`],
  [`${api}?key=AIza-x_1&place_id=ChIJ`, `${api}?place_id=ChIJ`],
  [`${api}?KEY=AIza`, `${api}?`],
  [
    `<iframe src="https://www.google.com/maps/embed/v1/place?key=AIza&q=x"></iframe>`,
    `<iframe src="https://www.google.com/maps/embed/v1/place?q=x"></iframe>`,
  ],
  [`a ${api}?key=AIza b ${api}?key=AIzb#c`, `a ${api}? b ${api}?#c`],
  ['{"text":"https://x/?key=AIza\\nnext"}', '{"text":"https://x/?\\nnext"}'],
  ['the key=word, and https://x/?monkey=1', 'the key=word, and https://x/?monkey=1'],
])('removes API keys, and nothing else, from %s', (text, expected) => {
  expect(withoutApiKeys(text)).toBe(expected)
})
