/** The oldest Node release line that gets security updates. Older ones still run Pinref. */
const oldestMaintained = 22

/**
 * Returns a warning for the operator if a Node version no longer gets security updates; otherwise, null.
 * @param version as in `process.versions.node`: `20.20.2`.
 */
export const nodeWarning = (version: string): string | null =>
  Number.parseInt(version, 10) < oldestMaintained
    ? `Node ${version} no longer gets security updates. Upgrade to Node 24.`
    : null
