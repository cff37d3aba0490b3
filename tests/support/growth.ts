/**
 * Returns how many times as long one long input takes as ten inputs of a tenth of its length: about 1 if the time is
 * proportional to the length, and about 10 if it grows with the square of the length. The shortest of several times
 * counts, because other programs may interrupt some of them.
 * @param work processes an input of the length that it gets.
 * @param length the length of the long input, in characters; a multiple of 10.
 */
export function growthOf(work: (length: number) => void, length: number): number {
  const timeMs = (times: number, each: number): number => {
    const started = performance.now()
    for (let turn = 0; turn < times; turn++) work(each)
    return performance.now() - started
  }
  timeMs(1, length)
  const turns = Array.from({ length: 5 }, () => [timeMs(1, length), timeMs(10, length / 10)] as const)
  const shortestMs = (which: 0 | 1) => Math.min(...turns.map((turn) => turn[which]))
  return shortestMs(0) / shortestMs(1)
}
