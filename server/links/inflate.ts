import { Gunzip, Unzlib } from 'fflate'

/** Real search tokens are at most 120 bytes long and hold about as many; pasted text may hold a decompression bomb. */
const maxBytes = 1_024
const longestInput = 256

/** How many compressed bytes are inflated before the size is checked. Inflated, they are at most 1,032 times as many. */
const stepBytes = 32

/**
 * Inflates gzip or zlib data of at most 256 bytes to at most 1 KiB, in bounded time, and checks its checksum: a token with a
 * damaged digit would name another listing.
 * @returns null for anything longer, damaged, or of another format.
 */
export function inflateToken(data: Uint8Array, format: 'gzip' | 'zlib'): Uint8Array | null {
  if (data.length > longestInput) return null
  const found: Uint8Array[] = []
  let size = 0
  const collect = (chunk: Uint8Array) => {
    size += chunk.length
    found.push(chunk.slice(0, maxBytes))
  }
  try {
    const stream = format === 'gzip' ? new Gunzip(collect) : new Unzlib(collect)
    for (let at = 0; at < data.length; at += stepBytes) {
      stream.push(data.subarray(at, at + stepBytes), at + stepBytes >= data.length)
      if (size > maxBytes) return null
    }
  } catch {
    return null
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of found) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return checksumHolds(data, bytes, format) ? bytes : null
}

/** gzip ends with four bytes of CRC-32 and four of size (RFC 1952), zlib with four bytes of Adler-32 (RFC 1950). */
function checksumHolds(data: Uint8Array, bytes: Uint8Array, format: 'gzip' | 'zlib'): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (format === 'zlib') return data.length > 4 && view.getUint32(data.length - 4) === adler32(bytes)
  if (data.length < 8 || view.getUint32(data.length - 4, true) !== bytes.length) return false
  return view.getUint32(data.length - 8, true) === crc32(bytes)
}

function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
