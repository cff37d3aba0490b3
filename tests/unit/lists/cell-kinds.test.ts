import { expect, test } from 'vitest'
import { cellKind, namesListing } from '@/server/features/lists/cell-kinds'

test.each([
  ['', 'empty'],
  [' \t', 'empty'],
  ['https://maps.google.com/?cid=5822041866838061234', 'listing'],
  ['Visit us: https://maps.app.goo.gl/AK13hVJLjnveWZqJA!', 'listing'],
  ['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'listing'],
  ['5822041866838061234', 'listing'],
  ['5822041866838061234.0', 'listing'],
  ['-687095941035, 12', 'number'],
  ['-6870959410349612746', 'listing'],
  ['cid:17', 'listing'],
  ['0x132f61b6532013ad:0x28f1c82e908503c4', 'listing'],
  ['28f1c82e908503c4', 'listing'],
  ['a1b2c3d4', 'text'],
  ['5.82204E+18', 'map'],
  ['https://www.google.com/maps/search/pizza', 'map'],
  ['https://www.google.com/maps/place/Colosseum/data=!4m2!3m1!1s0x132f61b6532013ad:0x28', 'map'],
  ['https://cafe-anna.example/', 'site'],
  ['www.instagram.com/cafeanna', 'site'],
  ['cafe-anna.example', 'site'],
  ['anna@example.com', 'email'],
  ['17', 'number'],
  ['10115', 'number'],
  ['+49 (0)30 / 123-45', 'number'],
  ['4006381333931', 'number'],
  ['2026-11-27', 'number'],
  ['1.234,50 €', 'number'],
  ['41.8902102, 12.4922309', 'number'],
  ['Kd.Nr.', 'text'],
  ['St.Pauli', 'text'],
  ['7 Carmine St, New York', 'text'],
  ['東京タワー', 'text'],
])('the cell %j is of the kind %s', (cell, kind) => {
  expect([cellKind(cell), namesListing(cell)]).toEqual([kind, kind === 'listing'])
})
