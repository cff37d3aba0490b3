/**
 * Returns a log's unexpected lines, without duplicates: errors with a stack, unhandled rejections, Node warnings. Lines are
 * JSON, also with text that Node or a library has printed, or such text itself.
 */
export function loggedDefects(log: string): string[] {
  return [...new Set(log.split('\n').flatMap((line) => defectIn(line) ?? []))]
}

const ofNode = /unhandled|uncaught|MaxListeners|\(node:\d+\)|^\s+at .+|^\w*Error\b/im
const stack = /"(?:stack|reason)":"([^"\\]+)/

function defectIn(line: string): string | null {
  if (!line.startsWith('{')) return ofNode.test(line) ? line.trim() : null
  const [, trace] = stack.exec(line) ?? []
  return trace ?? (ofNode.test(JSON.parse(line).message) ? line : null)
}
