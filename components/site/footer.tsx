const links = [
  { href: '/docs', name: 'Docs' },
  { href: '/changelog', name: 'Changelog' },
  { href: '/api/openapi.json', name: 'OpenAPI' },
  { href: '/llms.txt', name: 'llms.txt' },
  { href: '/api/health/ready', name: 'Status' },
]

export function Footer() {
  return (
    <footer className="border-t border-rule">
      <div className="mx-auto flex max-w-[76rem] flex-wrap justify-between gap-x-8 gap-y-3 px-4 py-8 text-sm text-soft sm:px-6">
        <div>
          <ul className="-mt-2 flex flex-wrap gap-x-4 font-medium text-ink sm:gap-x-5">
            {links.map(({ href, name }) => (
              <li key={href}>
                <a href={href} className="inline-block rounded-sm py-2 underline-offset-4 hover:underline">
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-1">
            Pinref: a <em>reference</em> for a map <em>pin</em>. Open source, MIT.
          </p>
        </div>
        <p className="sm:self-end">Not affiliated with Google. Google Maps is a trademark of Google LLC.</p>
      </div>
    </footer>
  )
}
