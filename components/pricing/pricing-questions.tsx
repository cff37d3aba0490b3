import { QuestionList } from '@/components/ui/question-list'
import type { Billing } from '@/server/billing/status'
import { sourceKind } from '@/server/sources/source'
import { PricingSection } from './section'

type Question = readonly [question: string, answer: string]

const everywhere: readonly Question[] = [
  [
    'Can I share one quota among several keys?',
    'Yes. All keys of an account draw on its quota. Give a key a monthly limit of its own to keep one program from using up the rest.',
  ],
  [
    'Do unused calls carry over?',
    'No. The quota starts again on the first of each month at 00:00 UTC. A plan you change to in between counts the calls of the month so far.',
  ],
  [
    'Which plan do I need for a list?',
    'Count the different lines: each that is found is one call. If a batch is larger than what is left of your month, it waits for the next one, or goes on at once after you change to a larger plan.',
  ],
  [
    'Can I run Pinref myself?',
    'Yes. It is open source under the MIT license. On your own server you set your own plans, and pay only for what Google bills you.',
  ],
]

const ofBilling: Record<Billing, readonly Question[]> = {
  on: [
    [
      'Can I change or cancel at any time?',
      'Yes, here and in the billing portal. A larger plan starts with your next call, and what is left of the old one is credited. A cancelled plan runs to the end of the month you paid for.',
    ],
    [
      'How do I pay?',
      'By card, through Stripe. Pinref never sees the card’s number. Invoices are in the billing portal.',
    ],
  ],
  off: [
    [
      'Why does nothing cost anything?',
      'This server has no billing. Choose the plan with the quota you need; it starts with your next call.',
    ],
  ],
  operator: [
    [
      'How do I get a larger plan?',
      'Ask whoever runs this server. Once it is granted, it starts with your next call, for all your keys.',
    ],
  ],
}

const withGoogle: Question = [
  'Do I pay Google, too?',
  'No. Pinref reads identifiers from the links themselves, and pays for what it asks Google.',
]

/** Questions that people ask before they choose a plan. */
export const PricingQuestions = ({ billing }: { billing: Billing }) => (
  <PricingSection id="questions" title="Questions and answers">
    <QuestionList
      questions={[...ofBilling[billing], ...everywhere, ...(sourceKind() === 'places' ? [withGoogle] : [])]}
    />
  </PricingSection>
)
