import { Costs } from './costs'
import { Identifiers } from './identifiers'
import { Questions } from './questions'
import { Uses } from './uses'

/** Tells a newcomer what they want to know: who Pinref is for, what the identifiers are, what it costs, and the rest. */
export function Landing() {
  return (
    <>
      <Uses />
      <Identifiers />
      <Costs />
      <Questions />
    </>
  )
}
