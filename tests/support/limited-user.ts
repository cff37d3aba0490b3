import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'

/**
 * Creates a user with only the permissions listed in docs/operations.md, and returns the address with that user.
 * @param url the address of a Redis server, or of all masters of a cluster, separated by commas.
 */
export async function withLimitedUser(url: string, password = 'p@ss:w/rd?'): Promise<string> {
  const nodes = url.split(',')
  const docs = readFileSync('docs/operations.md', 'utf8')
  const [, rule = ''] = /^ACL SETUSER pinref on >PASSWORD (.+)$/m.exec(docs) ?? []
  const [, ofCluster = ''] = /On a cluster, add `([^`]+)`/.exec(docs) ?? []
  const permissions = [...rule.split(' '), ...(nodes.length > 1 ? ofCluster.split(' ') : [])]
  for (const node of nodes) {
    const admin = new Redis(node)
    await admin.call('ACL', 'SETUSER', 'pinref', 'on', `>${password}`, ...permissions)
    admin.disconnect()
  }
  return nodes.map((node) => node.replace('//', `//pinref:${encodeURIComponent(password)}@`)).join(',')
}
