import { decodeBase64Url } from '@/server/identifiers/base64url'
import type { DataNode } from './data-tree'
import { percentDecode } from './link-url'

const form = /^\/[gm]\/[\w]{2,40}$/

/** Returns a decoded text from a link if it is a Knowledge Graph id, `/g/11…` or `/m/0…`; null for anything else. */
export function readKgId(text: string | null | undefined): string | null {
  return text && form.test(text) ? text : null
}

/** Where a map link's data has the Knowledge Graph id of the place itself. */
export const kgIdPath = '4.3.16'

/** Reads the Knowledge Graph id in the node at that path: text (`!16s%2Fg%2F…`) or base64 of it (`!16zL20v…`). */
export function kgIdOfNode(node: DataNode): string | null {
  const text = percentDecode(node.value)
  if (node.type === 's') return readKgId(text)
  const bytes = node.type === 'z' ? decodeBase64Url(text.replace(/=+$/, '')) : null
  return readKgId(bytes && new TextDecoder().decode(bytes))
}
