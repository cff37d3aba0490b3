interface MenuPictureProps {
  /** Describes the picture for readers who cannot see it. */
  label: string
  /** The open menu, and the entry chosen in it. */
  menu: string
  entry: string
}

const menus = ['File', 'Edit', 'Format', 'Extensions', 'Pinref']

/** The menus of a sheet with one of them open. */
export function MenuPicture({ label, menu, entry }: MenuPictureProps) {
  const shown = menu === 'Pinref' ? menus : menus.filter((name) => name !== 'Pinref')
  return (
    <div
      role="img"
      aria-label={label}
      className="mt-4 max-w-[26rem] overflow-hidden rounded-md border border-rule bg-sheet pb-4 text-sm"
    >
      <div className="flex gap-1 border-b border-rule bg-sunk p-1.5">
        {shown.map((name) => (
          <div key={name} className={`rounded-sm px-2 py-1 ${name === menu ? 'bg-ink text-paper' : 'text-soft'}`}>
            {name}
          </div>
        ))}
      </div>
      <div
        className={`mt-1.5 w-44 rounded-sm border border-edge bg-paper p-1 shadow-card ${menu === 'Pinref' ? 'ml-auto mr-3 sm:mr-8' : 'ml-32'}`}
      >
        <div className="rounded-xs bg-sunk px-2.5 py-1.5 font-medium">{entry}</div>
      </div>
    </div>
  )
}
