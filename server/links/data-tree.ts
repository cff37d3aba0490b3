import { percentDecode } from './link-url'

/** One element of a `data=` or `pb=` tree. */
export interface DataNode {
  /** Field numbers from the root, e.g. `4.3.1`. Repeated fields share a path and keep their order. */
  path: string
  /** `m` a message, `s` a string, `z` base64 text, `d` and `f` numbers, `e` `b` `i` and others small values. */
  type: string
  /** Raw, still percent-encoded; for `m` how many of the elements that follow belong to it, at all depths. */
  value: string
}

const element = /^(\d{1,4})([a-z])(.*)$/is
/** What is left of an element with a space, a line break or a mark in it. In a name, an `!` is followed by words. */
const damaged = /^(?:<[^<>]*>|%(?:25)*[0-7][\da-f]|[^\p{L}])*\d/iu
const deepest = 16

/**
 * Reads `!<field><type><value>` repeated, the text form of protocol buffers in map links. The text is split at `!` before
 * anything is decoded, because a name may hold an encoded `!` or `&`. A message whose count is too large ends with its
 * parent. An element that cannot be read still counts as one, so its neighbors keep their places. But after a message whose
 * number or count is damaged nothing is read: nobody knows where its elements belong.
 */
export function readDataTree(text: string): DataNode[] {
  const elements = (text.includes('!') ? text : percentDecode(text)).split('!')
  const nodes: DataNode[] = []
  const open: Array<{ prefix: string; last: number }> = []
  let parent = { prefix: '', last: elements.length }
  for (let index = 1; index < elements.length; index++) {
    while (index > parent.last) parent = open.pop() ?? { prefix: '', last: elements.length }
    const [, field, type, value] = element.exec(elements[index] ?? '') ?? []
    if (field === undefined || type === undefined || value === undefined) {
      if (damaged.test(elements[index] ?? '')) break
      continue
    }
    const path = parent.prefix + field
    nodes.push({ path, type, value })
    if (type === 'm' && !/^\d+(?:[?&#/].*)?$/s.test(value)) break
    const count = type === 'm' ? Number.parseInt(value, 10) : 0
    if (!(count > 0)) continue
    if (open.length === deepest) break
    open.push(parent)
    parent = { prefix: `${path}.`, last: Math.min(index + count, parent.last) }
  }
  return nodes
}

/** Returns the decoded text of the first string at a path. */
export function textAt(tree: readonly DataNode[], path: string): string | null {
  const node = tree.find((candidate) => candidate.path === path && candidate.type === 's')
  return node === undefined ? null : percentDecode(node.value)
}

/** Whether anything sits at a path. */
export function hasPath(tree: readonly DataNode[], path: string): boolean {
  return tree.some((node) => node.path === path)
}
