export function Footer() {
  return (
    <footer className="border-t border-rule">
      <div className="mx-auto flex max-w-[76rem] flex-wrap justify-between gap-x-8 gap-y-2 px-4 py-8 text-sm text-soft sm:px-6">
        <p>
          Pinref: a <em>reference</em> for a map <em>pin</em>. Open source, MIT.
        </p>
        <p>Not affiliated with Google. Google Maps is a trademark of Google LLC.</p>
      </div>
    </footer>
  )
}
