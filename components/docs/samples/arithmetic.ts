import { featureIdOf } from '@/server/places/identifiers/feature-id'
import type { Sample } from './sample'

/** Shows why a CID is a string: JavaScript reads JSON numbers with 53 bits of precision. */
export const bigNumberSample = (cid: string): Sample => ({
  title: 'Why a CID is a string',
  codes: [
    {
      language: 'JavaScript',
      code: `console.log(String(JSON.parse('{"cid": ${cid}}').cid))
console.log(String(JSON.parse('{"cid": "${cid}"}').cid))`,
    },
  ],
  prints: `${Number(cid)}\n${cid}`,
})

/** Unpacks the two numbers in a place id, without a call. */
export function unpackSample(placeId: string): Sample {
  const { cell = 0n, cid = 0n } = featureIdOf(placeId) ?? {}
  return {
    title: 'Unpack a place id',
    codes: [
      { language: 'JavaScript', code: javaScript(placeId) },
      { language: 'Python', code: python(placeId) },
      { language: 'Go', code: go(placeId) },
    ],
    prints: `feature id: 0x${cell.toString(16)}:0x${cid.toString(16)}\nCID: ${cid}`,
  }
}

const javaScript = (placeId: string) => `const packed = Buffer.from('${placeId}', 'base64url')
const cell = packed.readBigUInt64LE(3)
const cid = packed.readBigUInt64LE(12)

console.log(\`feature id: 0x\${cell.toString(16)}:0x\${cid.toString(16)}\`)
console.log(\`CID: \${cid}\`)`

const python = (placeId: string) => `import base64
import struct

packed = base64.urlsafe_b64decode("${placeId}=")
cell, cid = struct.unpack("<3xQxQ", packed)

print(f"feature id: {cell:#x}:{cid:#x}")
print(f"CID: {cid}")`

const go = (placeId: string) => `package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"log"
)

func main() {
	packed, err := base64.RawURLEncoding.DecodeString("${placeId}")
	if err != nil {
		log.Fatal(err)
	}
	cell := binary.LittleEndian.Uint64(packed[3:11])
	cid := binary.LittleEndian.Uint64(packed[12:20])

	fmt.Printf("feature id: %#x:%#x\\n", cell, cid)
	fmt.Printf("CID: %d\\n", cid)
}`
