/** Writes a line. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

export const count = (number: number): string => Math.round(number).toLocaleString('en')

export const mb = (megabytes: number): string => `${Math.round(megabytes)} MB`

/** Does some work on lines and prints the duration. */
export async function timed<T>(what: string, lines: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await work()
  const seconds = (performance.now() - started) / 1_000
  say(`${what}: ${seconds.toFixed(1)} s, ${count(lines / seconds)} lines a second`)
  return done
}
