import { Costs } from './costs'
import { Identifiers } from './identifiers'
import { Questions } from './questions'
import { Uses } from './uses'

/** What a newcomer wants to know below the form: whom it is for, what the identifiers are, what it costs, and the rest. */
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
