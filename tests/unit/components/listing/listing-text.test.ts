import { expect, it } from 'vitest'
import { jsonLd } from '@/components/listing/listing-text'

it('a name in the JSON-LD snippet cannot close the script element', () => {
  const snippet = jsonLd({
    title: '</script><script>x</script>',
    cid: '1',
    hex_cid: '0x1',
    maps_url: 'https://m/?cid=1',
  })
  const [, inside = ''] = /^<script type="application\/ld\+json">\n(.*)\n<\/script>$/s.exec(snippet) ?? []
  expect(inside).not.toContain('<')
  expect(JSON.parse(inside)).toMatchObject({ name: '</script><script>x</script>', hasMap: 'https://m/?cid=1' })
})

it('the JSON-LD snippet includes the address if it is known', () => {
  const listing = { title: 'A', cid: '1', hex_cid: '0x1', schema_hasmap: 'https://m/?cid=1' }
  expect(jsonLd({ ...listing, address: 'Via X 1' })).toContain('"address": "Via X 1"')
  expect(jsonLd({ ...listing, address: null })).not.toContain('address')
})

it('the JSON-LD snippet has no name if the title is from a link and may include the address', () => {
  const listing = {
    title: 'RAI, Calea Victoriei 202, București',
    cid: '1',
    hex_cid: '0x1',
    schema_hasmap: 'https://m/?cid=1',
  }
  expect(jsonLd({ ...listing, rating: null, reviews_count: null })).not.toContain('name')
  expect(jsonLd({ ...listing, title: 'RAI', rating: null, reviews_count: null })).toContain('"name": "RAI"')
  expect(jsonLd({ ...listing, rating: '4.9', reviews_count: 12 })).toContain('"name": "RAI, Calea')
})
