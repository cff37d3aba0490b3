import { expect, test } from 'vitest'
import { metersBetween } from '@/server/places/sources/google/search-text'

test('metersBetween returns the distance on the ground, even at the poles and across the date line', () => {
  const rome = { latitude: 41.9009, longitude: 12.4833 }
  expect(metersBetween(rome, rome)).toBe(0)
  // A degree of latitude is 111.2 km; a degree of longitude shrinks to zero at the poles.
  expect(metersBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111_195, -1)
  expect(metersBetween({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 1 })).toBeCloseTo(55_597, -1)
  expect(metersBetween({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 120 })).toBeCloseTo(0, 3)
  // Across the date line, and to the other side of the Earth.
  expect(metersBetween({ latitude: 0, longitude: 179.999 }, { latitude: 0, longitude: -179.999 })).toBeCloseTo(222.4, 0)
  expect(metersBetween({ latitude: 10, longitude: 20 }, { latitude: -10, longitude: -160 })).toBeCloseTo(
    Math.PI * 6_371_000,
    0,
  )
})
