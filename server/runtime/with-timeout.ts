/**
 * Settles like `work`, unless that takes longer than `timeoutMs`; then it rejects with the error from `tooLate`. The work itself
 * is not stopped.
 */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number, tooLate: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), timeoutMs)
    work.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
