import type { Behaviour } from './behaviour'
import type { Call, Upstream } from './calls'

/** A scripted fault: the calls to which it applies (every field that is set must match), and its effect. */
export interface Rule extends Behaviour {
  upstream?: Upstream
  method?: string
  /** The place id of a Details call. */
  placeId?: string
  /** The CID of a call to the older API. */
  cid?: string
  /** The query of a Text Search. */
  query?: string
  /** Host and path of a link call, e.g. `maps.app.goo.gl/sim-dead`. */
  link?: string
  /** The host of a link call. */
  host?: string
  /** The number of matching calls that pass first; default 0. */
  skip?: number
  /** The number of calls to which the fault applies; default all. */
  times?: number
}

interface Scripted {
  rule: Rule
  skips: number
  turns: number
}

/** The faults that a test has scripted. The first matching fault with turns left applies. */
export class Rules {
  private scripted: Scripted[] = []

  add(rule: Rule): void {
    this.scripted.push({ rule, skips: rule.skip ?? 0, turns: rule.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.scripted = []
  }

  /** Returns the rule for this call and uses up one of its turns; null if there is none. */
  take(call: Call): Rule | null {
    for (const scripted of this.scripted) {
      if (scripted.turns === 0 || !fits(scripted.rule, call)) continue
      if (scripted.skips > 0) {
        scripted.skips--
        continue
      }
      scripted.turns--
      return scripted.rule
    }
    return null
  }
}

const criteria = ['upstream', 'method', 'placeId', 'cid', 'query', 'link', 'host'] as const

function fits(rule: Rule, call: Call): boolean {
  return criteria.every((name) => rule[name] === undefined || rule[name] === call[name])
}
