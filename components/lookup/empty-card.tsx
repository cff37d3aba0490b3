import { AnswerCard } from '@/components/ui/card'

interface EmptyCardProps {
  title: string
  detail: string
  /** The fields that an answer will have. */
  fields?: readonly string[]
}

/** Takes the place of an answer: says what will be here, and how to get it. */
export function EmptyCard({ title, detail, fields = [] }: EmptyCardProps) {
  return (
    <AnswerCard>
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-2 mb-5 max-w-[30rem] text-soft">{detail}</p>
      <ul>
        {fields.map((field) => (
          <li key={field} className="flex items-baseline gap-3 border-t border-rule py-3 text-sm font-medium">
            {field}
            <span aria-hidden="true" className="flex-1 border-b border-dotted border-edge" />
          </li>
        ))}
      </ul>
    </AnswerCard>
  )
}
