/**
 * What a log tells of that nobody expected, each once: errors with a stack, rejections that nobody handled, warnings of node.
 * Lines are JSON or what node itself writes.
 */
export function loggedDefects(log: string): string[] {
  return [...new Set(log.split('\n').flatMap((line) => defectIn(line) ?? []))]
}

const ofNode = /unhandled|uncaught|MaxListeners|\(node:\d+\)|^\s+at .+|^\w*Error\b/i
const stack = /"(?:stack|reason)":"([^"\\]+)/

function defectIn(line: string): string | null {
  if (line.startsWith('{')) return stack.exec(line)?.[1] ?? null
  return ofNode.test(line) ? line.trim() : null
}
