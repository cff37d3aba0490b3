import { expect, test } from 'vitest'
import { metersBetween } from '@/server/places/sources/google/search-text'

test('metersBetween returns the distance on the ground, even at the poles and across the date line', () => {
  const rome = { lat: 41.9009, lng: 12.4833 }
  expect(metersBetween(rome, rome)).toBe(0)
  // A degree of latitude is 111.2 km; a degree of longitude shrinks to zero at the poles.
  expect(metersBetween({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_195, -1)
  expect(metersBetween({ lat: 60, lng: 0 }, { lat: 60, lng: 1 })).toBeCloseTo(55_597, -1)
  expect(metersBetween({ lat: 90, lng: 0 }, { lat: 90, lng: 120 })).toBeCloseTo(0, 3)
  // Across the date line, and to the other side of the Earth.
  expect(metersBetween({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeCloseTo(222.4, 0)
  expect(metersBetween({ lat: 10, lng: 20 }, { lat: -10, lng: -160 })).toBeCloseTo(Math.PI * 6_371_000, 0)
})
