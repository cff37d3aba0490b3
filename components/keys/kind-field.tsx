interface KindFieldProps {
  test: boolean
  onChoose: (test: boolean) => void
}

const kinds = [
  { test: false, label: 'Live', hint: 'Any listing. Calls count against your plan.' },
  { test: true, label: 'Test', hint: 'Sample listings only. Calls never count. For CI and trying things out.' },
] as const

/** Chooses between a live and a test key, which cannot be changed later. */
export const KindField = ({ test, onChoose }: KindFieldProps) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">Type</legend>
    {kinds.map((kind) => (
      <label
        key={kind.label}
        className="flex min-h-11 items-start gap-3 border-t border-rule py-2.5 first-of-type:border-t-0"
      >
        <input
          type="radio"
          name="kind"
          className="mt-0.5 size-4.5 shrink-0 accent-(--ink)"
          checked={test === kind.test}
          onChange={() => onChoose(kind.test)}
        />
        <span>
          {kind.label}
          <span className="block text-sm text-soft">{kind.hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
