import type { DataNode } from './map-link'

/** A position in degrees, with the names that Google and the API use. */
export interface Location {
  latitude: number
  longitude: number
}

const degrees = /^-?\d{1,3}(?:\.\d+)?$/

/** Parses a position from a link; null if it is missing or malformed. */
export function readLocation(latitude = '', longitude = ''): Location | null {
  if (!degrees.test(latitude) || !degrees.test(longitude)) return null
  const found = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180 ? found : null
}

/**
 * Parses the place's own position in a place link's data (`!8m2!3d…!4d…`), unlike the camera's after `@`, which may be
 * anywhere near.
 */
export function locationInData(tree: readonly DataNode[]): Location | null {
  const textOf = (path: string) => tree.find((node) => node.path === path && node.type === 'd')?.value
  return readLocation(textOf('4.3.8.3'), textOf('4.3.8.4'))
}
