import { env } from '@/server/platform/settings/env'
import { ThemeSwitch } from './theme-switch'

/** The footer links of each page, by topic. */
const groups = () => {
  const { SOURCE_URL } = env()
  return [
    {
      title: 'Product',
      links: [
        { href: '/docs', name: 'Docs' },
        { href: '/pricing', name: 'Pricing' },
        { href: '/changelog', name: 'Changelog' },
        { href: '/status', name: 'Status' },
      ],
    },
    {
      title: 'Developers',
      links: [
        { href: '/api/openapi.json', name: 'OpenAPI' },
        { href: '/llms.txt', name: 'llms.txt' },
        ...(SOURCE_URL ? [{ href: SOURCE_URL, name: 'Source' }] : []),
      ],
    },
    {
      title: 'This site',
      links: [
        { href: '/terms', name: 'Terms' },
        { href: '/privacy', name: 'Privacy' },
        { href: '/contact', name: 'Contact' },
      ],
    },
  ]
}

export function Footer() {
  return (
    <footer className="border-t border-rule text-sm">
      <div className="mx-auto grid max-w-[76rem] gap-x-8 gap-y-8 px-4 py-10 sm:px-6 lg:grid-cols-[1fr_auto]">
        <div className="grid content-start justify-items-start gap-4 text-soft">
          <p className="max-w-[22rem]">
            Pinref: a <em>reference</em> for a map <em>pin</em>. Open source, MIT.
          </p>
          <ThemeSwitch name="theme" />
        </div>
        <nav aria-label="About Pinref" className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3 lg:gap-x-16">
          {groups().map(({ title, links }) => (
            <div key={title} className="max-sm:first:row-span-2">
              <h2 className="text-soft">{title}</h2>
              <ul className="mt-1 font-medium">
                {links.map(({ href, name }) => (
                  <li key={href}>
                    <a href={href} className="inline-block rounded-sm py-1.5 underline-offset-4 hover:underline">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className="text-soft lg:col-span-2">Not affiliated with Google. Google Maps is a trademark of Google LLC.</p>
      </div>
    </footer>
  )
}
