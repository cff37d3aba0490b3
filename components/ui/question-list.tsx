import { ChevronIcon } from './icons'

interface QuestionListProps {
  questions: ReadonlyArray<readonly [question: string, answer: string]>
}

/** Questions that expand to show their answers, even without JavaScript. */
export function QuestionList({ questions }: QuestionListProps) {
  return (
    <div className="mt-6 max-w-[44rem]">
      {questions.map(([question, answer]) => (
        <details key={question} className="group border-t border-rule">
          <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-sm py-2.5 font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <span className="shrink-0 text-soft transition-transform duration-150 group-open:rotate-180">
              <ChevronIcon />
            </span>
          </summary>
          <p className="max-w-[40rem] pb-4 text-soft">{answer}</p>
        </details>
      ))}
    </div>
  )
}
