/**
 * Settles like `work`, unless this takes longer than `timeoutMs`; in that case, rejects with the error from `tooLate`.
 * The work itself is not stopped.
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
