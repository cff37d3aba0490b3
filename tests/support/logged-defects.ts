/**
 * Returns a log's unexpected lines, without duplicates: errors with a stack, unhandled rejections, Node warnings.
 * Lines are JSON or Node's own output.
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
