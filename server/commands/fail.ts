/** Says why a command failed, and ends it. */
export function fail({ message }: Error): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
