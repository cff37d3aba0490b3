import { type Outcome, seconds } from './step'

/** Lists the steps with their times, then the failed and the skipped ones. */
export function summaryOf(
  outcomes: readonly Outcome[],
  tookMs: number,
  languagesLeftOut: readonly string[] = [],
): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const named = (state: Outcome['state']) => outcomes.filter((one) => one.state === state).map(({ name }) => name)
  const failed = named('FAILED')
  const skipped = named('skipped')
  return [
    '',
    ...outcomes.map(
      ({ name, state, tookMs }) => `${name.padEnd(width)}  ${state.padEnd(7)}  ${seconds(tookMs).padStart(8)}`,
    ),
    '',
    ...(languagesLeftOut.length > 0 ? [`Left out: the code samples in ${languagesLeftOut.join(', ')}`] : []),
    ...(skipped.length > 0 ? [`Skipped: ${skipped.join(', ')}`] : []),
    `${failed.length > 0 ? `FAILED: ${failed.join(', ')}` : 'Everything that ran has passed'}, in ${seconds(tookMs)}.`,
    '',
  ].join('\n')
}
