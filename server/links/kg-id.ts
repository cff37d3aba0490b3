import { decodeBase64Url } from '@/server/identifiers/base64url'
import type { DataNode } from './data-tree'
import { percentDecode } from './percent'

const form = /^\/[gm]\/[\w]{2,40}$/

/** A Knowledge Graph id, `/g/11…` or `/m/0…`, as it stands decoded in a link; null for anything else. */
export function readKgId(text: string | null | undefined): string | null {
  return text && form.test(text) ? text : null
}

/** The Knowledge Graph id in the place's own node of a map link's data: text (`!16s%2Fg%2F…`) or base64 (`!16zL20v…`). */
export function kgIdOfPlace(tree: readonly DataNode[]): string | null {
  const node = tree.find(({ path }) => path === '4.3.16')
  if (!node) return null
  const text = percentDecode(node.value)
  if (node.type === 's') return readKgId(text)
  const bytes = node.type === 'z' ? decodeBase64Url(text.replace(/=+$/, '')) : null
  return readKgId(bytes && new TextDecoder().decode(bytes))
}
